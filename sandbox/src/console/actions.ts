import type { Api } from './api.js';
import type { Source, State } from './state.js';

/** The parts of the console that an action can use. */
export interface Console {
  readonly api: Api;
  readonly state: State;
  /** Replaces members of the state. */
  update(change: Partial<State>): void;
  /** Opens a form, with these values instead of the ones typed before. */
  open(form: string, values?: Readonly<Record<string, string>>): void;
  /** Runs a task, shows its message or its error, and reloads the view's data. */
  run(task: () => Promise<string>): Promise<void>;
  /** Reads the next part of a list. */
  older(source: Source): Promise<void>;
}

/** An action of the tester: a button, and a key if it has one. */
export interface Action {
  readonly label: string;
  /** A single character, as `KeyboardEvent.key` names it. */
  readonly key?: string | undefined;
  readonly kind?: 'primary' | 'danger';
  readonly act: (console: Console) => void;
}

/** An action that runs a task. */
export function task(
  label: string,
  work: (api: Api) => Promise<string>,
  rest: Partial<Pick<Action, 'key' | 'kind'>> = {},
): Action {
  return { label, ...rest, act: (console) => void console.run(() => work(console.api)) };
}

/** An action that opens a form. */
export function form(
  label: string,
  id: string,
  values: Readonly<Record<string, string>> = {},
  rest: Partial<Pick<Action, 'key' | 'kind'>> = {},
): Action {
  return { label, ...rest, act: (console) => console.open(id, values) };
}
