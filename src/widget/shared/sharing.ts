import { isServer } from 'lit';
import { record } from '../../core/record.js';

/**
 * Whether the device can share text (Web Share, in secure contexts only). A server cannot know, so it
 * reserves space for the button.
 */
export function canShare(): boolean {
  if (isServer) return true;
  const isThere = [navigator, Navigator.prototype].some((owner) => Object.hasOwn(owner, 'share'));
  return isThere && typeof navigator.share === 'function';
}

/**
 * Shares a text or files through the device. Resolves to whether they were shared: false without Web Share,
 * without a user gesture, or if the payer cancels.
 */
export async function share(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(record<ShareData>(data));
    return true;
  } catch {
    return false;
  }
}
