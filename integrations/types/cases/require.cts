import element = require('deposit-slip');
import history = require('deposit-slip/history');
import kit = require('deposit-slip/kit');
import types = require('deposit-slip/react');

element.define(element.DepositSlip.tag satisfies string);
history.defineHistory(history.DepositHistory.tag satisfies string);
kit.createDepositKit satisfies (options: kit.DepositKitOptions & kit.Authentication) => kit.DepositKit;
// @ts-expect-error: A tag is text.
element.define(1);
types satisfies object;
