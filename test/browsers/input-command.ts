import type { UserInput } from './user-input.js';

/**
 * A command that a page under test sends to its browser, from commands.ts to input-plugin.ts: a method and
 * its arguments.
 */
export type InputCommand = {
  [Name in keyof UserInput]: readonly [name: Name, ...args: Parameters<UserInput[Name]>];
}[keyof UserInput];
