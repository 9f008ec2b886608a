import type { FrameState, LoggedEvent } from './messages.js';
import type { Settings } from './settings.js';

/** The state that the views of the workbench show and change. */
export interface WorkbenchContext {
  readonly settings: Settings;
  /** The filter for the list of situations. */
  readonly filter: string;
  /** The content of the frame; undefined until the frame reports it. */
  readonly frame: FrameState | undefined;
  readonly events: readonly LoggedEvent[];
  /** The result of the last action, in words. */
  readonly message: string;
  /** Whether the rail and the knobs are beside the frame. */
  readonly isWide: boolean;
  /** The width of the stage in CSS pixels. */
  readonly stageWidth: number;
  /** The available height of the stage for the frame; undefined where the page scrolls. */
  readonly stageHeight: number | undefined;
  /** The initial address of the frame. Later ones replace it without an entry in the history. */
  readonly firstAddress: string;
  /** Changes settings, and the address accordingly. */
  change(changes: Partial<Settings>): void;
  open(situation: string): void;
  setFilter(filter: string): void;
  clearLogs(): void;
  pay(preset: string): void;
  copy(text: string, what: string): void;
}
