import { ChromeLauncher } from '@web/test-runner-chrome';
import type { BrowserLauncher, TestRunnerPlugin } from '@web/test-runner-core';
import { puppeteerHands, type Hands } from './hands.js';
import type { InputCommand } from './input-command.js';
import { WebkitLauncher } from './webkit.js';

async function handsOf(browser: BrowserLauncher, sessionId: string): Promise<Hands> {
  if (browser instanceof WebkitLauncher) return browser.hands();
  if (browser instanceof ChromeLauncher) return puppeteerHands(browser.getPage(sessionId));
  throw new Error(`${browser.name} has no hands.`);
}

async function perform(hands: Hands, command: InputCommand): Promise<string> {
  switch (command.do) {
    case 'click':
      await hands.click(command.x, command.y, command.options);
      return 'done';
    case 'hover':
      await hands.hover(command.x, command.y);
      return 'done';
    case 'type':
      await hands.type(command.text);
      return 'done';
    case 'press':
      await hands.press(command.combination);
      return 'done';
    case 'viewport':
      await hands.viewport(command.size);
      return 'done';
    case 'media':
      await hands.media(command.features);
      return 'done';
    case 'permission':
      await hands.permission(command.name, command.state);
      return 'done';
    case 'screenshot':
      return (await hands.screenshot()).toString('base64');
  }
}

/** Carries commands.ts's requests from the page under test to the browser that shows it. */
export function inputPlugin(): TestRunnerPlugin<InputCommand> {
  return {
    name: 'real-input',
    async executeCommand({ command, payload, session }) {
      if (command !== 'real-input' || payload === undefined) return undefined;
      return perform(await handsOf(session.browser, session.id), payload);
    },
  };
}
