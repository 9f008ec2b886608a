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

async function perform(input: UserInput, command: InputCommand): Promise<string> {
  switch (command.do) {
    case 'click':
      await input.click(command.x, command.y, command.options);
      return 'done';
    case 'hover':
      await input.hover(command.x, command.y);
      return 'done';
    case 'type':
      await input.type(command.text);
      return 'done';
    case 'press':
      await input.press(command.combination);
      return 'done';
    case 'viewport':
      await input.viewport(command.size);
      return 'done';
    case 'media':
      await input.media(command.features);
      return 'done';
    case 'permission':
      await input.permission(command.name, command.state);
      return 'done';
    case 'screenshot':
      return (await input.screenshot()).toString('base64');
  }
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
