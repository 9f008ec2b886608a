import type { Envelope } from './endpoint-response.js';
import { isDepositId, own, type JsonObject } from './members.js';
import { holdsAccount } from './account-search.js';
import { classify } from './classify.js';
import { record } from '../record.js';
import { codeMarketOf, readEmv, readPix } from '../schemes/emv.js';
import { isTooLong, readFieldList, type FieldEntry } from './field-list.js';
import { accountOf, isLinkDraft, withoutRepeats } from './drafts.js';
import { fingerprintOf } from './fingerprint.js';
import { cleanText, withoutPadding } from './hostile-text.js';
import { ruleOf } from '../kinds.js';
import { guardLink, type LinkPolicy } from '../links.js';
import { METHODS, fieldsByKey, foldKey, methodOf, type Field, type Method, type Role } from '../methods.js';
import { compareAmounts, isFiat } from '../money.js';
import {
  hasTwoPayees,
  isForeignCode,
  isLookAlike,
  isOfOtherRail,
  payeeKindOf,
  searchedTextOf,
} from './payees.js';
import { isPayable, type Payment } from './payment.js';
import { problem, type Problem } from '../problem.js';
import { readPicture, type Picture } from './picture.js';
import { isCodeKind, isUnsafe, toRow, type Draft, type Row } from './row.js';
import type { Notice, ReaderOptions, Slip, SlipLink, SlipRequest, Warning } from './slip.js';

const REAL_NAME: Field = { role: 'realName', kind: 'name', keys: [] };

/** Reads one response. The steps share the method, the warnings and the notices. */
export class SlipReader {
  readonly #record: JsonObject;
  readonly #payment: Payment | undefined;
  readonly #request: SlipRequest;
  readonly #paymentId: number | undefined;
  readonly #method: Method | undefined;
  readonly #methods: readonly Method[];
  readonly #policy: LinkPolicy;
  readonly #options: ReaderOptions;
  readonly #warnings: Warning[] = [];
  readonly #notices: Notice[] = [];
  readonly #pictures: Picture[] = [];
  /** Whether the endpoint states a different currency than the page and the method. */
  readonly #hasOtherFiat: boolean;
  #picture: Picture | undefined;
  #fields: ReadonlyMap<string, Field> | undefined;

  constructor(envelope: Envelope, data: JsonObject, request: SlipRequest, options: ReaderOptions) {
    const { paymentId, fiat: asked, amount } = record(request);
    this.#record = data;
    this.#payment = envelope.payment;
    this.#request = record<SlipRequest>({
      // A partly paid payment asks for the rest, whatever amount the page was made for.
      amount: envelope.payment?.remaining ?? amount ?? envelope.amount,
      fiat: asked ?? envelope.fiat,
    });
    this.#options = record<ReaderOptions>(options);
    this.#paymentId = paymentId ?? envelope.paymentId;
    this.#methods = this.#options.methods ?? METHODS;
    this.#method = methodOf(this.#paymentId, this.#methods);
    const fiat = asked ?? this.#method?.fiat;
    this.#hasOtherFiat = fiat !== undefined && envelope.fiat !== undefined && fiat !== envelope.fiat;
    this.#policy = this.#options.links ?? { hosts: [], loopback: false };
  }

  read(): Slip | Problem {
    const fiat = this.#fiat();
    if (typeof fiat === 'object') return fiat;
    // Without a currency, nothing shows that the slip is for this payment.
    if (!isPayable(this.#payment, fiat ?? '')) return problem('unreadable', { cause: 'payment' });
    const list = readFieldList(own(this.#record, 'fieldList'));
    if (list.exceeded || isTooLong(text(own(this.#record, 'paymentMethodName')) ?? ''))
      return problem('unreadable');
    for (const key of list.dropped) this.#warn(key, 'text', 'unknown-field');
    const drafts = this.#drafts(list.entries);
    // Images, which may be longer, are not among the drafts.
    if (drafts.some(({ raw }) => isTooLong(raw))) return problem('unreadable');
    const isDisguised = ({ role, key }: Draft): boolean => !role && isLookAlike(key, this.#allFields);
    if (drafts.some((draft) => isUnsafe(draft) || isDisguised(draft))) return problem('unsafe');
    const links = this.#links(drafts);
    const rows = this.#rows(drafts, links);
    const [code, ...others] = rows.filter(({ kind }) => isCodeKind(kind));
    if (others.length > 0 || (code && isForeignCode(code, fiat))) return problem('mismatch');
    this.#choosePicture(code !== undefined);
    const rail = this.#railOf(rows);
    if (this.#isIncomplete(rail, rows)) return problem('incomplete');
    return this.#assemble(rows, links, rail, fiat, code);
  }

  /** Applies `strict`, compares the values with each other, and builds the slip. */
  #assemble(
    all: readonly Row[],
    links: readonly SlipLink[],
    rail: Method | undefined,
    fiat: string | undefined,
    code: Row | undefined,
  ): Slip | Problem {
    const compared = this.#compareWithCode(all, code);
    if (hasTwoPayees(compared)) return problem('mismatch');
    const failed = all.filter(({ check }) => check === 'failed');
    for (const { key, kind } of failed) this.#warn(key, kind, isCodeKind(kind) ? 'qr' : 'check');
    // If the method is unknown, any value may be essential.
    const isEssential = (row: Row): boolean => !rail || rail.needs.some((roles) => hasRole(row, roles));
    if (this.#options.strict && failed.some(isEssential)) return problem('unverified');
    const shown = this.#options.strict ? compared.filter(({ check }) => check !== 'failed') : compared;
    const rows = shown.map((row) => this.#markForeign(row, rail));
    const isUsed = fiat === undefined || codeMarketOf(fiat) !== undefined;
    const isDrawn = code?.check === 'passed' && isUsed && !isOfOtherRail(code, rail);
    const txId = this.#txId();
    // A picture may contain any code.
    const fingerprint = this.#picture ? undefined : fingerprintOf({ rows, links, rail, fiat });
    this.#compareAccount(fingerprint);
    return Object.freeze(
      record({
        paymentId: this.#paymentId,
        method: this.#method,
        rail,
        fiat,
        txId: txId?.copy,
        askedAmount: this.#request.amount,
        title: (!this.#method && !holdsAccount(this.#title()) && this.#title()) || undefined,
        lead: rail?.lead.find((role) => rows.some((row) => hasRole(row, [role]) && row.reason !== 'foreign')),
        code: isDrawn ? Object.freeze({ key: code.key, payload: code.copy }) : undefined,
        picture: this.#picture,
        fingerprint,
        rows: Object.freeze(txId && this.#isShown(txId) ? [...rows, txId] : rows),
        links: Object.freeze(links),
        notices: Object.freeze(this.#notices),
        warnings: Object.freeze(this.#warnings),
      }),
    );
  }

  /**
   * Warns the payer if the account has changed between two visits: replacing the account is the typical
   * attack on such a page.
   */
  #compareAccount(fingerprint: string | undefined): void {
    const { seen } = this.#options;
    if (seen && seen !== fingerprint) this.#notice({ kind: 'account' });
  }

  /**
   * Returns the currency, which must be the requested one, or else the method's own: a bank returns a deposit
   * in another currency (docs/reading-policy.md R10).
   */
  #fiat(): string | undefined | Problem {
    if (this.#hasOtherFiat) return problem('mismatch');
    const expected = this.#request.fiat ?? this.#method?.fiat;
    const fiat = own(this.#record, 'fiat') ?? '';
    if (fiat === '') return expected;
    if (expected !== undefined) return fiat === expected ? expected : problem('mismatch');
    return typeof fiat === 'string' && isFiat(fiat) ? fiat : problem('unreadable');
  }

  /** The fields of all methods. Built on demand, because most responses contain only keys of their method. */
  get #allFields(): ReadonlyMap<string, Field> {
    return (this.#fields ??= fieldsByKey(this.#methods));
  }

  #title(): string {
    return cleanText(text(own(this.#record, 'paymentMethodName')) ?? '').trim();
  }

  #drafts(entries: readonly FieldEntry[]): Draft[] {
    const ownFields = fieldsByKey(this.#method ? [this.#method] : []);
    const drafts = entries.flatMap((entry) => {
      const folded = foldKey(entry.key);
      return this.#draft(entry, ownFields.get(folded) ?? this.#allFields.get(folded));
    });
    const order =
      this.#method?.fields.map(({ role }) => role) ?? [...this.#allFields.values()].map(({ role }) => role);
    const rank = ({ role }: Draft): number =>
      role && order.includes(role) ? order.indexOf(role) : order.length;
    return withoutRepeats(
      [...drafts, ...this.#beneficiary(drafts), ...this.#realName(drafts)].sort((a, b) => rank(a) - rank(b)),
    );
  }

  /**
   * Gives an entry its role and kind. A value that fits no known key gets no role (docs/reading-policy.md
   * R6).
   */
  #draft(received: FieldEntry, field: Field | undefined): Draft[] {
    if (received.lossy) this.#warn(received.key, field?.kind ?? 'text', 'lossy');
    if (!field) return this.#unknown(received);
    const { role, kind } = field;
    const entry = this.#unpad(received, kind);
    // An account number instead of a name is not a name.
    if ((kind === 'name' || kind === 'address') && payeeKindOf(entry.raw)) return this.#unknown(entry);
    if (kind !== 'pix-code' && kind !== 'qr-link')
      return [{ ...entry, role, kind, ...accountOf(field, entry.raw) }];
    const classified = classify(entry.raw);
    if (!classified) {
      const isEnough = this.#method?.needs.some((roles) => roles.includes('qr'));
      const picture = isEnough ? readPicture(entry) : undefined;
      if (picture) this.#pictures.push(picture);
      else this.#warn(entry.key, 'qr-link', 'qr');
      return [];
    }
    if (classified.kind === 'text' && payeeKindOf(entry.raw)) return this.#unknown(entry);
    // Another rail's code under the key of the Pix code is read as a Pix code and fails its check.
    const isForeign = kind === 'pix-code' && classified.kind === 'emv-code';
    return [{ ...entry, ...classified, ...(isForeign && { role, kind }) }];
  }

  #unknown(entry: FieldEntry): Draft[] {
    const kind = payeeKindOf(entry.raw) ?? 'text';
    this.#warn(entry.key, kind, 'unknown-field');
    return [record<Draft>({ ...(kind === 'text' ? entry : this.#unpad(entry, kind)), kind })];
  }

  /** Removes white space around a value: it hides nothing, but a bank may refuse it. */
  #unpad(entry: FieldEntry, kind: Warning['kind']): FieldEntry {
    const raw = withoutPadding(entry.raw);
    if (raw !== entry.raw && raw !== '') this.#warn(entry.key, kind, 'padding');
    return { ...entry, raw };
  }

  /**
   * Keeps a picture only if it is the only one and there is no code: otherwise it could show another code.
   */
  #choosePicture(hasCode: boolean): void {
    const [picture, ...others] = this.#pictures;
    if (!hasCode && others.every(({ base64 }) => base64 === picture!.base64)) this.#picture = picture;
    else for (const { key } of this.#pictures) this.#warn(key, 'qr-link', 'qr');
  }

  /**
   * The merchant's `beneficiaryName`, if the rail shows a holder and the response has none
   * (docs/reading-policy.md R25).
   */
  #beneficiary(drafts: readonly Draft[]): Draft[] {
    const { beneficiaryName: raw } = this.#options;
    const isShown = this.#method?.fields.some(({ role }) => role === 'beneficiary');
    const isNamed = drafts.some(
      (draft) => draft.role === 'beneficiary' && cleanText(draft.raw).trim() !== '',
    );
    if (!raw || !isShown || isNamed) return [];
    return [{ key: 'beneficiary-name', raw, lossy: false, role: 'beneficiary', kind: 'name' }];
  }

  /** `realName` is a row of its own and never replaces the beneficiary (docs/reading-policy.md R13). */
  #realName(drafts: readonly Draft[]): Draft[] {
    const raw = text(own(this.#record, 'realName'));
    const isNew =
      raw !== undefined && !drafts.some((draft) => draft.role === 'beneficiary' && draft.raw === raw);
    return isNew ? this.#draft({ key: 'realName', raw, lossy: false }, REAL_NAME) : [];
  }

  #links(drafts: readonly Draft[]): SlipLink[] {
    const hasCode = drafts.some(({ kind, raw }) => isCodeKind(kind) && ruleOf(kind).check?.(raw.trim()));
    return drafts.filter(isLinkDraft).flatMap(({ key, kind, raw }) => {
      // If a code or a picture is drawn, a linked image of the code is not needed, and its content cannot be
      // checked.
      if (kind === 'qr-link' && (hasCode || this.#pictures.length > 0)) return [];
      const link = guardLink(raw, this.#policy);
      if (!link) this.#warn(key, kind, 'link');
      return link ? [Object.freeze({ ...link, key, role: kind === 'link' ? 'link' : 'qr' } as const)] : [];
    });
  }

  #rows(drafts: readonly Draft[], links: readonly SlipLink[]): Row[] {
    const accepted = new Set(links.map(({ href }) => href));
    const rows = drafts.filter((draft) => !isLinkDraft(draft) || accepted.has(draft.raw)).map(toRow);
    // A value without a visible character is absent: a blank name must not count as an essential one.
    return rows.filter(({ copy }) => /[^\s\p{Cf}]/u.test(copy));
  }

  /**
   * Returns the method whose details the response contains (docs/reading-policy.md R9): the requested one, or
   * else another method whose leading value is present, preferably with all its essential values. The link of
   * a QR image identifies no rail.
   */
  #railOf(rows: readonly Row[]): Method | undefined {
    const hasLead = ({ lead }: Method): boolean =>
      rows.some((row) => row.role !== 'qr' && hasRole(row, lead));
    if (!this.#method || !this.#isIncomplete(this.#method, rows) || hasLead(this.#method))
      return this.#method;
    const others = this.#methods.filter(hasLead);
    const [first] = others;
    if (!first) return this.#method;
    this.#notice({ kind: 'rail' });
    this.#warn(rows[0]!.key, rows[0]!.kind, 'rail');
    return others.find((method) => !this.#isIncomplete(method, rows)) ?? first;
  }

  #isIncomplete(method: Method | undefined, rows: readonly Row[]): boolean {
    if (!method) return rows.every(({ role }) => role === 'realName');
    const isPresent = (roles: readonly Role[]): boolean =>
      rows.some((row) => hasRole(row, roles)) || (roles.includes('qr') && this.#picture !== undefined);
    return !method.needs.every(isPresent);
  }

  /** Marks a payee that the rail does not have: the payer must not use it without asking. */
  #markForeign(row: Row, rail: Method | undefined): Row {
    const isKnown = row.role !== undefined;
    if (!(isKnown && isOfOtherRail(row, rail)) && !holdsAccount(searchedTextOf(row))) return row;
    // An unknown key already has its warning.
    if (isKnown) this.#warn(row.key, row.kind, 'unknown-field');
    const cleaned = row.reason === 'cleaned' || undefined;
    return Object.freeze(record({ ...row, cleaned, reason: 'foreign' } as const));
  }

  /**
   * The bank reads the code, so a Pix key that differs from it is omitted, and a different amount is
   * reported.
   */
  #compareWithCode(rows: readonly Row[], code: Row | undefined): Row[] {
    if (code?.check === 'failed') this.#notice({ kind: 'qr' });
    if (!code || code.check === 'failed') return [...rows];
    const pix = readPix(code.copy);
    if (!pix?.dynamic) this.#compareAmount(code, readEmv(code.copy)?.get('54'));
    const different = rows.filter(({ role, copy }) => pix?.key && role === 'pixKey' && copy !== pix.key);
    if (different.length > 0) this.#notice({ kind: 'key' });
    for (const { key, kind } of different) this.#warn(key, kind, 'key');
    return rows.filter((row) => !different.includes(row));
  }

  #compareAmount({ key, kind }: Row, amount: string | undefined): void {
    const requested = this.#request.amount;
    if (amount === undefined || requested === undefined || compareAmounts(amount, requested) === 0) return;
    this.#notice({ kind: 'amount', amount });
    this.#warn(key, kind, 'amount');
  }

  /**
   * Returns the row of `txId`. A number JavaScript cannot represent exactly counts as absent
   * (docs/reading-policy.md R11).
   */
  #txId(): Row | undefined {
    const value = own(this.#record, 'txId');
    const raw = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : text(value);
    const entry = this.#unpad({ key: 'txId', raw: raw ?? '', lossy: false }, 'deposit-id');
    if (isDepositId(entry.raw)) return toRow({ ...entry, role: 'depositId', kind: 'deposit-id' });
    if (value !== undefined && value !== null && value !== '') this.#warn('txId', 'deposit-id', 'lossy');
    return undefined;
  }

  /** Whether a deposit id is shown: not if the payer could mistake it for an account. */
  #isShown({ key, kind, copy }: Row): boolean {
    const isId = !holdsAccount(copy);
    if (!isId) this.#warn(key, kind, 'unknown-field');
    return isId;
  }

  #notice(notice: Notice): void {
    this.#notices.push(Object.freeze(notice));
  }

  #warn(key: string, kind: Warning['kind'], reason: Warning['reason']): void {
    this.#warnings.push(Object.freeze({ key, kind, reason }));
  }
}

/** Whether a row has one of these roles. Plain text under a QR key is shown as received and has no role. */
function hasRole({ role, kind }: Row, roles: readonly Role[]): boolean {
  return role !== undefined && (role !== 'qr' || kind !== 'text') && roles.includes(role);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
