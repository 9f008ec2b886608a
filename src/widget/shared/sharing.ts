import { isServer } from 'lit';

/**
 * Whether the device can share text (Web Share, in secure contexts only). A server cannot know, so it
 * reserves space for the button.
 */
export function canShare(): boolean {
  return isServer || typeof navigator.share === 'function';
}

/**
 * Shares a text through the device. Resolves to whether it was shared: false without Web Share, without a
 * user gesture, or if the payer cancels.
 */
export async function shareText(text: string): Promise<boolean> {
  try {
    await navigator.share({ text });
    return true;
  } catch {
    return false;
  }
}
