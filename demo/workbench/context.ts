import type { FrameState, LoggedEvent, LoggedRequest } from './messages.js';
import type { Settings } from './settings.js';

/** What the views of the workbench show and change. */
export interface WorkbenchContext {
  readonly settings: Settings;
  /** What narrows the lists of situations. */
  readonly filter: string;
  /** What the frame shows; undefined until it has told. */
  readonly frame: FrameState | undefined;
  readonly events: readonly LoggedEvent[];
  readonly requests: readonly LoggedRequest[];
  /** What the last action led to, in words. */
  readonly message: string;
  /** Whether the rail and the knobs stand beside the frame. */
  readonly isWide: boolean;
  /** The width of the stage in CSS pixels. */
  readonly stageWidth: number;
  /** The height that the stage has for the frame; undefined where the page scrolls. */
  readonly stageHeight: number | undefined;
  /** Where the frame begins. Later addresses replace it without an entry in the history. */
  readonly firstAddress: string;
  /** Changes settings, and the address with them. */
  change(changes: Partial<Settings>): void;
  /** Shows a situation, or the index if it is ''. */
  open(situation: string): void;
  setFilter(filter: string): void;
  reload(): void;
  clearLogs(): void;
  pay(preset: string): void;
  copy(text: string, what: string): void;
}
