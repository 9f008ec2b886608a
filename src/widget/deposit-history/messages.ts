import { createLocales } from '../shared/i18n/locales.js';
import type { PartialTexts } from '../shared/i18n/types.js';
import { en } from './locales/en.js';

/** Every text that only the history uses. English defines the shape. */
export type HistoryMessages = typeof en;

/** Overrides of any of these texts. */
export type PartialHistoryMessages = PartialTexts<HistoryMessages>;

const locales = createLocales<HistoryMessages>(en);

/**
 * Registers the history's own texts for a language, a BCP 47 tag. Texts shared with the slip, such as the
 * names of methods, come from `registerLocale`. Texts missing from the locale are taken from its language,
 * else from English.
 */
export const registerHistoryLocale: (tag: string, messages: PartialHistoryMessages) => void =
  locales.register;

/** The texts of the locale nearest to a BCP 47 tag, with `overrides` on top. */
export const historyMessagesFor = locales.textsFor;

/** The `lang` of the texts shown for a tag. */
export const { spokenLanguage } = locales;
