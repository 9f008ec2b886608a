import { openAnswer, own, recordsOf, type JsonObject, type Opened } from './answer.js';
import { kindOfCbu } from '../schemes/cbu.js';
import { classify } from './classify.js';
import { defined } from '../defined.js';
import { codeHome, readEmv, readPix } from '../schemes/emv.js';
import { MAX_VALUE, readFieldList, type Entry } from './field-list.js';
import { fingerprintOf } from './fingerprint.js';
import { cleanText } from './hostile-text.js';
import { copyFormOf, ruleOf } from '../kinds.js';
import { guardLink, type GuardedLink, type LinkPolicy } from '../links.js';
import { METHODS, fieldsByKey, foldKey, methodOf, type Field, type Method, type Role } from '../methods.js';
import { compareAmounts, isFiat } from '../money.js';
import { isProblem, problem, type Problem } from '../problem.js';
import { isCodeKind, isUnsafe, toRow, type Draft, type Row } from './row.js';

/** What is requested of the endpoint. Amounts are plain decimal strings. */
export interface SlipRequest {
  readonly paymentId?: number | undefined;
  readonly fiat?: string | undefined;
  readonly amount?: string | undefined;
  /** Asks for a new slip, even if this visit has one. */
  readonly refresh?: boolean | undefined;
}

/** A link that passed the guard, under the key it came with. */
export interface SlipLink extends GuardedLink {
  readonly key: string;
  readonly role: 'link' | 'qr';
}

/** What a payer must be told about the slip as a whole. */
export interface Notice {
  /** `rail`: the details are of another rail than asked. `amount`: the code asks another amount. `key`: the key beside the code differs. `qr`: a code that cannot be drawn. `account`: the account is another than on an earlier visit. */
  readonly kind: 'rail' | 'amount' | 'key' | 'qr' | 'account';
  readonly amount?: string;
}

/** What a merchant should know of an answer that is shown all the same. */
export interface Warning {
  readonly key: string;
  readonly kind: Row['kind'];
  readonly reason: 'check' | 'unknown-field' | 'amount' | 'key' | 'rail' | 'lossy' | 'qr' | 'link';
}

/** The instructions a payer sees. Frozen; what is copied or drawn comes from here, never from the page. */
export interface Slip {
  readonly paymentId?: number;
  /** The method that was asked for; it gives the title. */
  readonly method?: Method;
  /** The method whose details came: the one asked for, unless a notice says otherwise. It says what is essential. */
  readonly rail?: Method;
  readonly fiat?: string;
  readonly txId?: string;
  /** The amount that was asked for: no answer echoes one. */
  readonly askedAmount?: string;
  /** `paymentMethodName`, for a method this version does not know. */
  readonly title?: string;
  /** The role of the one value to use. */
  readonly lead?: Role;
  readonly rows: readonly Row[];
  /** A code that passed its check and may be drawn. */
  readonly code?: { readonly key: string; readonly payload: string };
  /** Tells this account from another one on a later visit; absent where nothing in the answer names one (fingerprint.ts). */
  readonly fingerprint?: string;
  readonly links: readonly SlipLink[];
  readonly notices: readonly Notice[];
  readonly warnings: readonly Warning[];
}

/** How an answer is read; nothing needs to be given. */
export interface ReaderOptions {
  /** Which hosts a link may point to. */
  readonly links?: LinkPolicy;
  /** An essential value that fails its check ends in `unverified`; other failing values are left out. */
  readonly strict?: boolean;
  /** The methods known; `METHODS` by default. */
  readonly methods?: readonly Method[];
  /** The holder's name, for a rail whose bank apps ask for one and whose answers have none (R25). */
  readonly beneficiaryName?: string | undefined;
  /** The `fingerprint` of an earlier visit. */
  readonly seen?: string | undefined;
}

/**
 * Reads an answer of the pending-fund query (spec: Pending-fund account information), or of the virtual-account listing
 * with one payable account, into a slip. Total: any JSON value ends in a slip or a problem, nothing throws.
 * Tolerant in shape, strict in meaning: what could send money to the wrong place is refused, never guessed or repaired.
 */
export function readSlip(answer: unknown, asked: SlipRequest, options: ReaderOptions = {}): Slip | Problem {
  const opened = openAnswer(answer);
  if (isProblem(opened)) return opened;
  const records = recordsOf(opened.data);
  const [record, ...others] = records.filter(isPayable);
  if (!record) return notPayable(records);
  if (others.length > 0) return problem('unreadable');
  return new Reading(opened, record, asked, options).slip();
}

/** Why nothing is payable, where all records say the same of it: the merchant's code, and the payer's sentence (R15). */
function notPayable(records: readonly JsonObject[]): Problem {
  const [status, ...others] = new Set(records.map((record) => own(record, 'status')));
  const isNamed = status === 1 || status === 3 || status === '1' || status === '3';
  return problem('not-payable', isNamed && others.length === 0 ? { code: String(status) } : {});
}

/** Only status 2, "normal", is payable where a status is given (spec: Virtual account `status`). */
function isPayable(record: JsonObject): boolean {
  const status = own(record, 'status');
  return status === undefined || status === 2 || status === '2';
}

/** One answer being read: the steps of `readSlip` share the method, the warnings and the notices. */
class Reading {
  readonly #record: JsonObject;
  readonly #asked: SlipRequest;
  readonly #paymentId: number | undefined;
  readonly #method: Method | undefined;
  readonly #methods: readonly Method[];
  readonly #policy: LinkPolicy;
  readonly #options: ReaderOptions;
  readonly #warnings: Warning[] = [];
  readonly #notices: Notice[] = [];

  constructor(opened: Opened, record: JsonObject, asked: SlipRequest, options: ReaderOptions) {
    this.#record = record;
    this.#asked = { ...asked, amount: asked.amount ?? opened.amount, fiat: asked.fiat ?? opened.fiat };
    this.#paymentId = asked.paymentId ?? opened.paymentId;
    this.#methods = options.methods ?? METHODS;
    this.#method = methodOf(this.#paymentId, this.#methods);
    this.#policy = options.links ?? { hosts: [], loopback: false };
    this.#options = options;
  }

  slip(): Slip | Problem {
    const fiat = this.#fiat();
    if (typeof fiat === 'object') return fiat;
    const list = readFieldList(own(this.#record, 'fieldList'));
    if (list.exceeded || this.#title().length > MAX_VALUE) return problem('unreadable');
    for (const key of list.dropped) this.#warn(key, 'text', 'unknown-field');
    const drafts = this.#drafts(list.entries);
    // Images, which may be longer, are no drafts any more.
    if (drafts.some(({ raw }) => raw.length > MAX_VALUE)) return problem('unreadable');
    if (drafts.some(isUnsafe)) return problem('unsafe');
    const links = this.#links(drafts);
    const rows = this.#rows(drafts, links);
    const codes = rows.filter(({ kind }) => isCodeKind(kind));
    if (codes.length > 1 || codes.some((code) => isOfOtherCurrency(code, fiat))) return problem('mismatch');
    const rail = this.#railOf(rows);
    if (isIncomplete(rail, rows)) return problem('incomplete');
    return this.#judge(rows, links, rail, fiat, codes[0]);
  }

  /** Last, what the values say about each other: checks, the code against key and amount. */
  #judge(
    all: readonly Row[],
    links: readonly SlipLink[],
    rail: Method | undefined,
    fiat: string | undefined,
    code: Row | undefined,
  ): Slip | Problem {
    const failed = all.filter(({ check }) => check === 'failed');
    for (const { key, kind } of failed) this.#warn(key, kind, isCodeKind(kind) ? 'qr' : 'check');
    // Of a method this version does not know, any value may be essential.
    const isEssential = (row: Row): boolean => !rail || rail.needs.some((roles) => plays(row, roles));
    if (this.#options.strict && failed.some(isEssential)) return problem('unverified');
    const rows = this.#agreeing(
      this.#options.strict ? all.filter(({ check }) => check !== 'failed') : all,
      code,
    );
    const txId = this.#txId();
    const fingerprint = fingerprintOf({ rows, links, rail, fiat });
    this.#compareAccount(fingerprint);
    return Object.freeze(
      defined({
        paymentId: this.#paymentId,
        method: this.#method,
        rail,
        fiat,
        txId: txId?.copy,
        askedAmount: this.#asked.amount,
        title: (!this.#method && this.#title()) || undefined,
        lead: rail?.lead.find((role) => rows.some((row) => plays(row, [role]))),
        code: code?.check === 'passed' ? Object.freeze({ key: code.key, payload: code.copy }) : undefined,
        fingerprint,
        rows: Object.freeze(txId ? [...rows, txId] : rows),
        links: Object.freeze(links),
        notices: Object.freeze(this.#notices),
        warnings: Object.freeze(this.#warnings),
      }),
    );
  }

  /** An account that changed between two visits is how such pages are robbed: it is said before it is shown. */
  #compareAccount(fingerprint: string | undefined): void {
    const { seen } = this.#options;
    if (seen && fingerprint && seen !== fingerprint) this.#notice({ kind: 'account' });
  }

  /** A deposit in another currency bounces: the currency asked for, or the method's own, must be the one that came. */
  #fiat(): string | undefined | Problem {
    const expected = this.#asked.fiat ?? this.#method?.fiat;
    const came = own(this.#record, 'fiat') ?? '';
    if (came === '') return expected;
    if (expected !== undefined) return came === expected ? expected : problem('mismatch');
    return typeof came === 'string' && isFiat(came) ? came : problem('unreadable');
  }

  #title(): string {
    return cleanText(text(own(this.#record, 'paymentMethodName')) ?? '').trim();
  }

  #drafts(entries: readonly Entry[]): Draft[] {
    const own = fieldsByKey(this.#method ? [this.#method] : []);
    // Most answers hold the keys of their method alone.
    let all: ReturnType<typeof fieldsByKey> | undefined;
    const known = () => (all ??= fieldsByKey(this.#methods));
    const drafts = entries.flatMap((entry) => {
      const folded = foldKey(entry.key);
      return this.#draft(entry, own.get(folded) ?? known().get(folded));
    });
    const order =
      this.#method?.fields.map(({ role }) => role) ?? [...known().values()].map(({ role }) => role);
    const rank = ({ role }: Draft): number =>
      role && order.includes(role) ? order.indexOf(role) : order.length;
    return withoutRepeats(
      [...drafts, ...this.#beneficiary(drafts), ...this.#realName(drafts)].sort((a, b) => rank(a) - rank(b)),
    );
  }

  #draft(entry: Entry, field: Field | undefined): Draft[] {
    if (entry.lossy) this.#warn(entry.key, field?.kind ?? 'text', 'lossy');
    if (!field) {
      this.#warn(entry.key, 'text', 'unknown-field');
      return [{ ...entry, kind: 'text' }];
    }
    if (field.kind !== 'pix-code' && field.kind !== 'qr-link')
      return [{ ...entry, role: field.role, kind: field.kind, ...accountOf(field, entry.raw) }];
    const classified = classify(entry.raw);
    if ('image' in classified) {
      this.#warn(entry.key, 'qr-link', 'qr');
      return [];
    }
    // Under Pix's own key no other rail's code may pass.
    const isForeign = field.kind === 'pix-code' && classified.kind === 'emv-code';
    return [{ ...entry, ...classified, ...(isForeign && { role: field.role, kind: field.kind }) }];
  }

  /** The merchant's own word for the holder, where the rail shows one and the answer has none; never guessed (R25). */
  #beneficiary(drafts: readonly Draft[]): Draft[] {
    const { beneficiaryName: raw } = this.#options;
    const isShown = this.#method?.fields.some(({ role }) => role === 'beneficiary');
    if (!raw || !isShown || drafts.some(({ role }) => role === 'beneficiary')) return [];
    return [{ key: 'beneficiary-name', raw, lossy: false, role: 'beneficiary', kind: 'name' }];
  }

  /** A name beside the beneficiary's is a row of its own and never replaces it (reading.md, R13). */
  #realName(drafts: readonly Draft[]): Draft[] {
    const raw = text(own(this.#record, 'realName'));
    const isNew =
      raw !== undefined && !drafts.some((draft) => draft.role === 'beneficiary' && draft.raw === raw);
    return isNew ? [{ key: 'realName', raw, lossy: false, role: 'realName', kind: 'name' }] : [];
  }

  #links(drafts: readonly Draft[]): SlipLink[] {
    const hasCode = drafts.some(({ kind, raw }) => isCodeKind(kind) && ruleOf(kind).check?.(raw.trim()));
    return drafts.filter(isLinkDraft).flatMap(({ key, kind, raw }) => {
      // Beside a code that is drawn, an image of it cannot be checked and is not needed.
      if (kind === 'qr-link' && hasCode) return [];
      const link = guardLink(raw, this.#policy);
      if (!link) this.#warn(key, kind, 'link');
      return link ? [Object.freeze({ ...link, key, role: kind === 'link' ? 'link' : 'qr' } as const)] : [];
    });
  }

  #rows(drafts: readonly Draft[], links: readonly SlipLink[]): Row[] {
    const accepted = new Set(links.map(({ href }) => href));
    const rows = drafts.filter((draft) => !isLinkDraft(draft) || accepted.has(draft.raw)).map(toRow);
    // What the eye cannot see is not there: a blank name must not stand for an essential one.
    return rows.filter(({ copy }) => /[^\s\p{Cf}]/u.test(copy));
  }

  /**
   * The method whose rail came: the one asked for, else one whose leading value is there, at best with all its
   * essentials (reading.md, R9). An address of a picture belongs to no rail.
   */
  #railOf(rows: readonly Row[]): Method | undefined {
    const came = ({ lead }: Method): boolean => rows.some((row) => row.role !== 'qr' && plays(row, lead));
    if (!this.#method || !isIncomplete(this.#method, rows) || came(this.#method)) return this.#method;
    const others = this.#methods.filter(came);
    const other = others.find((method) => !isIncomplete(method, rows)) ?? others[0];
    if (!other) return this.#method;
    this.#notice({ kind: 'rail' });
    this.#warn(rows[0]!.key, rows[0]!.kind, 'rail');
    return other;
  }

  /** The code is what the bank reads: a key or an amount that disagrees with it gives way, said aloud. */
  #agreeing(rows: readonly Row[], code: Row | undefined): Row[] {
    if (code?.check === 'failed') this.#notice({ kind: 'qr' });
    if (!code || code.check === 'failed') return [...rows];
    const pix = readPix(code.copy);
    if (!pix?.dynamic) this.#compareAmount(code, readEmv(code.copy)?.get('54'));
    const others = rows.filter(({ role, copy }) => pix?.key && role === 'pixKey' && copy !== pix.key);
    if (others.length > 0) this.#notice({ kind: 'key' });
    for (const { key, kind } of others) this.#warn(key, kind, 'key');
    return rows.filter((row) => !others.includes(row));
  }

  #compareAmount({ key, kind }: Row, amount: string | undefined): void {
    const asked = this.#asked.amount;
    if (amount === undefined || asked === undefined || compareAmounts(amount, asked) === 0) return;
    this.#notice({ kind: 'amount', amount });
    this.#warn(key, kind, 'amount');
  }

  /** The funding's id, as a string; a number that JavaScript cannot hold exactly is treated as absent (R11). */
  #txId(): Row | undefined {
    const value = own(this.#record, 'txId');
    const raw = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : text(value);
    if (raw !== undefined && /^[\x21-\x7e]{1,64}$/.test(raw))
      return toRow({ key: 'txId', raw, lossy: false, role: 'depositId', kind: 'deposit-id' });
    if (value !== undefined && value !== null && value !== '') this.#warn('txId', 'deposit-id', 'lossy');
    return undefined;
  }

  #notice(notice: Notice): void {
    this.#notices.push(Object.freeze(notice));
  }

  #warn(key: string, kind: Warning['kind'], reason: Warning['reason']): void {
    this.#warnings.push(Object.freeze({ key, kind, reason }));
  }
}

/** Whether a row has one of these meanings. Text under a code's key is shown as it came and means nothing. */
function plays({ role, kind }: Row, roles: readonly Role[]): boolean {
  return role !== undefined && (role !== 'qr' || kind !== 'text') && roles.includes(role);
}

function isIncomplete(method: Method | undefined, rows: readonly Row[]): boolean {
  if (!method) return rows.every(({ role }) => role === 'realName');
  return method.needs.some((roles) => !rows.some((row) => plays(row, roles)));
}

/** Whether a code is for another currency or country than the deposit: it would be paid, and bounce. */
function isOfOtherCurrency({ check, copy }: Row, fiat: string | undefined): boolean {
  const home = codeHome(fiat);
  const fields = check === 'passed' && home ? readEmv(copy) : undefined;
  return fields !== undefined && `${fields.get('53')}${fields.get('58')}` !== home;
}

/** 22 digits beginning 000 are a CVU, others a CBU, whatever the key says (element.md, data). */
function accountOf({ kind }: Field, raw: string): Pick<Draft, 'role' | 'kind'> | undefined {
  const found = kind === 'cvu' || kind === 'cbu' ? kindOfCbu(copyFormOf(kind, raw)) : undefined;
  return found && { role: found, kind: found };
}

function isLinkDraft({ kind }: Draft): boolean {
  return kind === 'link' || kind === 'qr-link';
}

/** The same value with the same meaning under two keys is one row (R31). */
function withoutRepeats(drafts: readonly Draft[]): Draft[] {
  const valueOf = ({ kind, raw }: Draft): string => copyFormOf(kind, raw);
  return drafts.filter(
    (draft, at) =>
      !draft.role ||
      !drafts.slice(0, at).some((other) => other.role === draft.role && valueOf(other) === valueOf(draft)),
  );
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
