/** The messages from the frame to the workbench and back. Both are pages of this origin. */

/** An event of the element. */
export interface LoggedEvent {
  readonly type: 'event';
  readonly name: string;
  /** UTC, to the millisecond. */
  readonly time: string;
  /** The event's own properties as JSON. */
  readonly fields: string;
}

/** The state of the element. */
export interface FrameState {
  readonly type: 'state';
  readonly status: string;
  /** The kind of the problem, or ''. */
  readonly problem: string;
  /** The height of the frame's document in CSS pixels. */
  readonly height: number;
  /** CSS pixels by which the page is wider than its window. */
  readonly overflow: number;
  /** Violations of the Content-Security-Policy. */
  readonly violations: number;
  /** Milliseconds from the request to the first view, or undefined while it loads. */
  readonly ready: number | undefined;
  /** The fields of the bank's form that pay this slip; undefined if nothing can be paid. */
  readonly payment: Readonly<Record<string, string>> | undefined;
}

export type FrameMessage = LoggedEvent | FrameState;

/** The workbench sends the frame its query when a changed setting needs no new slip. */
export interface SettingsMessage {
  readonly type: 'settings';
  readonly query: string;
}
