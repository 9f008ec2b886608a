import type { ClickOptions, MediaFeatures, PermissionSetting, Size } from './user-input.js';

/** A command that a page under test sends to its browser, from commands.ts to input-plugin.ts. */
export type InputCommand =
  | { do: 'click'; x: number; y: number; options: ClickOptions }
  | { do: 'hover'; x: number; y: number }
  | { do: 'type'; text: string }
  | { do: 'press'; combination: string }
  | { do: 'viewport'; size: Size }
  | { do: 'media'; features: MediaFeatures }
  | { do: 'permission'; name: string; state: PermissionSetting }
  | { do: 'screenshot' };
