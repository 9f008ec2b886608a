import { ChromeLauncher } from '@web/test-runner-chrome';
import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner';
import { puppeteerInput, type UserInput } from './user-input.js';
import type { InputCommand } from './input-command.js';
import { WebkitLauncher } from './webkit.js';

async function userInputOf(browser: BrowserLauncher, sessionId: string): Promise<UserInput> {
  if (browser instanceof WebkitLauncher) return browser.userInput();
  if (browser instanceof ChromeLauncher) return puppeteerInput(browser.getPage(sessionId));
  throw new Error(`${browser.name} does not support user input.`);
}

/** The command's result: a screenshot in base64, or nothing. */
async function perform(input: UserInput, [name, ...args]: InputCommand): Promise<string> {
  const method = input[name] as (...args: unknown[]) => Promise<Buffer | void>;
  return (await method(...args))?.toString('base64') ?? 'done';
}

/** Runs the commands of commands.ts in the browser that shows the page under test. */
export function inputPlugin(): TestRunnerPlugin<InputCommand> {
  return {
    name: 'real-input',
    async executeCommand({ command, payload, session }) {
      if (command !== 'real-input' || payload === undefined) return undefined;
      return perform(await userInputOf(session.browser, session.id), payload);
    },
  };
}
