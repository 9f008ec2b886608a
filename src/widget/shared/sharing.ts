import { isServer } from 'lit';

/**
 * Whether the device can share text (Web Share, in secure contexts only). A server cannot know, so it
 * reserves space for the button.
 */
export function canShare(): boolean {
  return isServer || typeof navigator.share === 'function';
}

/**
 * Shares a text or files through the device. Resolves to whether they were shared: false without Web Share,
 * without a user gesture, or if the payer cancels.
 */
export async function share(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch {
    return false;
  }
}
