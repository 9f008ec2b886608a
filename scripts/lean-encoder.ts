import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The encoder's files and the small package it stands on, in the versions whose source this was written for. */
const ENCODER = /^(.*\/(qrcode|dijkstrajs)\/)(?:lib\/core\/)?([\w-]+)\.js$/;
const VERSIONS: Readonly<Record<string, string>> = { qrcode: '1.5.4', dijkstrajs: '1.0.3' };

/**
 * What goes from every file: checks of what callers hand in, where all callers are the encoder itself; names of modes for
 * people; Kanji, which is on only where a table for it is brought along.
 */
const NEEDLESS: readonly RegExp[] = [
  /^ *if \(.*\) (?:throw .*|\{\n(?:.* = \[.*\n)? *throw .*(?:\n.*'\))?\n *\})\n/gm,
  /^ *default: throw .*\n/gm,
  /^ *id: '\w+',\n/gm,
  /^ *case Mode\.KANJI:[^]*?(?=^ *(?:case|\}|$))/gm,
  /^const \w+ = require\('.\/kanji-data'\)\n/gm,
  /^let kanji[^]*?(?=^exports)/gm,
  /^.*(?:KANJI|\bBYTE) = new RegExp\((?:kanji|byte|'\^' \+ kanji).*\n/gm,
];

/** Functions with branches the element never takes, as they are without: it draws a text, at level M, in any version. */
const LEAN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  qrcode: {
    create: `(text) {
      const estimate = Version.getBestVersionForData(Segments.rawSplit(text), ECLevel.M)
      const segments = Segments.fromString(text, estimate || 40)
      const version = Version.getBestVersionForData(segments, ECLevel.M)
      if (!version) throw new Error('Too much for a QR code')
      const data = createData(version, ECLevel.M, segments)
      const modules = new BitMatrix(Utils.getSymbolSize(version))
      setupFinderPattern(modules, version)
      setupTimingPattern(modules)
      setupAlignmentPattern(modules, version)
      setupFormatInfo(modules, ECLevel.M, 0)
      if (version >= 7) setupVersionInfo(modules, version)
      setupData(modules, data)
      const mask = MaskPattern.getBestMask(modules, setupFormatInfo.bind(null, modules, ECLevel.M))
      MaskPattern.applyMask(mask, modules)
      setupFormatInfo(modules, ECLevel.M, mask)
      return { modules, version }
    }`,
    createSymbol: '() {}',
  },
  segments: {
    getSegmentsFromString: `(text) {
      return getSegments(Regex.NUMERIC, Mode.NUMERIC, text)
        .concat(
          getSegments(Regex.ALPHANUMERIC, Mode.ALPHANUMERIC, text),
          getSegments(Regex.BYTE_KANJI, Mode.BYTE, text)
        )
        .sort((one, other) => one.index - other.index)
    }`,
    buildSingleSegment: `({ data, mode }) {
      switch (mode) {
        case Mode.NUMERIC:
          return new NumericData(data)
        case Mode.ALPHANUMERIC:
          return new AlphanumericData(data)
        case Mode.BYTE:
          return new ByteData(data)
      }
    }`,
    fromArray: '(segments) { return segments.map(buildSingleSegment) }',
  },
  version: {
    getBestVersionForData: `(segments, level) {
      const [only, ...others] = segments
      return others.length > 0
        ? getBestVersionForMixedData(segments, level)
        : getBestVersionForDataLength(only.mode, only.getLength(), level)
    }`,
  },
  utils: {
    // Its table follows from what the patterns of a version leave free (ISO/IEC 18004).
    getSymbolTotalCodewords: `(version) {
      const lines = version > 1 ? Math.floor(version / 7) + 2 : 0
      const patterns = lines && (25 * lines - 10) * lines - 55 + (version > 6 ? 36 : 0)
      return ((16 * version + 128) * version + 64 - patterns) >> 3
    }`,
  },
  'error-correction-code': {
    getBlocksCount: '(version) { return EC_BLOCKS_TABLE[version - 1] }',
    getTotalCodewordsCount: '(version) { return EC_CODEWORDS_TABLE[version - 1] }',
  },
  'byte-data': {
    ByteData: '(text) { this.mode = Mode.BYTE; this.data = new TextEncoder().encode(text) }',
  },
  dijkstra: {
    make: '() { return { ...dijkstra.PriorityQueue, queue: [], sorter: this.default_sorter } }',
  },
};

/** Names of its objects' own, which no browser, no answer and no page knows: they may grow short. */
export const ENCODER_NAMES =
  /^(?:reservedBit|isReserved|getLengthInBits|putBit|getLength|getBitsLength|genPoly|degree|initialize|ccBits|lastCount|single_source_shortest_paths|extract_shortest_path_from_predecessor_list|find_path|PriorityQueue|default_sorter|sorter)$/;

function withFunction(code: string, name: string, lean: string): string {
  const whole = new RegExp(`^( *)((?:export )?function ${name} |${name}: function )\\([^]*?^\\1\\}`, 'm');
  if (!whole.test(code)) throw new Error(`The encoder has no function ${name} any more.`);
  return code.replace(whole, (_, indent: string, head: string) => indent + head + lean);
}

/** Of four numbers the second: the columns of the tables are the levels L, M, Q and H. */
function withLevelM(code: string): string {
  return code.replace(/(?<=_TABLE = \[)[^\]]*/g, (table) =>
    table
      .split(',')
      .filter((_, at) => at % 4 === 1)
      .join(),
  );
}

/** As an ES module: then what nobody calls falls away, and names that are nobody's to know grow short. */
function toModule(code: string): string {
  return code
    .replace(/const (\w+) = require\('([^']+)'\)\.(\w+)/g, "import { $3 as $1 } from '$2'")
    .replace(/const (\w+) = require\('([^']+)'\)/g, (_, name: string, from: string) =>
      /data$|buffer|matrix|encoder|dijkstra/.test(from)
        ? `import ${name} from '${from}'`
        : `import * as ${name} from '${from}'`,
    )
    .replace(/^exports\.(\w+) = function(?: \w+)?/gm, 'export function $1')
    .replace(/^exports\.(\w+) = /gm, 'export const $1 = ')
    .replace(/if \(typeof module [^{]*\{([^}]*)\}/, '$1')
    .replace('module.exports =', 'export default')
    .replace(/\bexports\./g, '')
    .replace('Object.keys(Patterns).length', '8');
}

function checkVersion(folder: string, name: string): void {
  const { version } = JSON.parse(readFileSync(join(dirname(folder), name, 'package.json'), 'utf8')) as {
    version: string;
  };
  if (version !== VERSIONS[name])
    throw new Error(
      `${name} is ${version} now: see what of it never runs, and whether its codes stay the same.`,
    );
}

/** The QR encoder without what never runs: two fifths of it. Its codes stay the same to the module (test/build). */
export const leanEncoder: Plugin = {
  name: 'lean-encoder',
  enforce: 'pre',
  transform(code, id) {
    const [, folder = '', name = '', file = ''] = ENCODER.exec(id) ?? [];
    if (!name) return undefined;
    checkVersion(folder, name);
    const module = toModule(
      withLevelM(NEEDLESS.reduce((left, needless) => left.replace(needless, ''), code)),
    );
    const lean = Object.entries(LEAN[file] ?? {});
    return {
      code: lean.reduce((left, [called, body]) => withFunction(left, called, body), module),
      map: null,
    };
  },
};
