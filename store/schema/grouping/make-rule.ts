import { dialectNumber, stackDialects } from './dialects.ts'

/** Patterns for the text `function<tab>file`: for its beginning, and for any part of it. */
interface LibraryPatterns {
  readonly beginning: string
  readonly part: string
}

interface RuleParts {
  /** rule.sql, and the files that are filled into it. */
  readonly template: string
  readonly keys: string
  readonly ownFrames: string
  readonly message: string
  /** Library code, by language. */
  readonly library: ReadonlyMap<string, LibraryPatterns>
  /** Finds codes in a message, in any case, and what ends them. */
  readonly code: string
  readonly endOfCode: string
  /** A URL, with a group of what stays of it, or what goes. */
  readonly url: string
  readonly randomId: string
  /** A common wording, and the pattern of the messages that it replaces. */
  readonly wordings: readonly (readonly [wording: string, pattern: string])[]
}

/** Fills rule.sql with data: dialects, library code and wordings of browsers. */
export function buildGroupingRuleSql({
  template,
  keys,
  ownFrames,
  message,
  library,
  wordings,
  ...found
}: RuleParts): string {
  const parts = new Map([
    ['own-frames', withoutComments(ownFrames)],
    ['keys', withoutComments(keys)],
    ['message', withoutComments(message)],
    [
      'lines',
      `extractAll(${stackWithoutMessage}, ${sqlLiteral(`(?m)${stackDialects.map(({ frame }) => withoutGroups(frame)).join('|')}`)})`,
    ],
    ['is-frame', sqlLiteral(`^(?:${stackDialects.map(({ detect }) => detect).join('|')})`)],
    ['detect', stackDialects.map(({ detect }) => sqlLiteral(`^(?:${detect})`)).join(', ')],
    ['go', String(dialectNumber('go'))],
    ['ruby', String(dialectNumber('ruby'))],
    ['ruby-bottom', String(dialectNumber('ruby-bottom'))],
    ['php', String(dialectNumber('php'))],
    [
      'at-a-glance',
      sqlLiteral([...library].flatMap(([name, patterns]) => wholeLinePatterns(name, patterns)).join('|')),
    ],
    ['section', groupValueSql(0, 'groups')],
    ['name', groupValueSql(1, 'next')],
    ['file', groupValueSql(2, 'groups')],
    ['position', groupValueSql(3, 'groups')],
    [
      'frames',
      stackDialects
        .flatMap(({ name, frame, common }, i) => [
          ...(common === undefined
            ? []
            : [frameReader(`dialect = ${i + 1} AND match(line, ${sqlLiteral(common)})`, common)]),
          frameReader(`dialect = ${i + 1}`, name === 'php' ? `(?m)${frame}` : frame),
        ])
        .join('\n'),
    ],
    ['languages', stackDialects.map(({ language }) => sqlLiteral(language)).join(', ')],
    ['names', stackDialects.map(({ name }) => sqlLiteral(name)).join(', ')],
    ['bottom-up', [dialectNumber('python'), dialectNumber('ruby-bottom')].join(', ')],
    ['causes-first', [dialectNumber('dotnet'), dialectNumber('php')].join(', ')],
    ['library', sqlLiteral([...library].map(([name, pattern]) => writeLibraryPattern(name, pattern)).join('|'))],
    ['transparent', sqlLiteral(SKIPPED_FUNCTION)],
    ['wordings', wordingSql(wordings)],
    ['random-id', sqlLiteral(found.randomId).slice(1, -1)],
    ['url', sqlLiteral(found.url)],
    ['codes', codesSql(found)],
    ['cause-types', causeTypes],
  ])
  const fill = (text: string): string =>
    text.replaceAll(/\[\[([a-z-]+)\]\]/g, (_, name: string) => {
      const part = parts.get(name)
      if (part === undefined) throw new RangeError(`[[${name}]] is no part of the rule`)
      return fill(part)
    })
  return joinLines(fill(template))
}

const frameReader = (condition: string, pattern: string) =>
  `              ${condition}, extractGroups(line, ${sqlLiteral(pattern)}),`

/** The stack without a message of several lines, which may look like frames, and without causes that Rust numbers above its backtrace. */
const stackWithoutMessage = `left(substring(Stacktrace, greatest(1, position(Stacktrace, 'ack backtrace:'),
    if(position(Message, '\\n') > 0 AND position(left(Stacktrace, 512), left(Message, 128)) > 0,
      position(Stacktrace, left(Message, 128)) + length(Message), 1))), 65536)`

/** Keeps the comment at the top and puts the rest on one line: nobody reads the generated text. */
function joinLines(sql: string): string {
  const [comment = ''] = /^(?:--.*\n)+/.exec(sql) ?? []
  return `${comment}${withoutComments(sql)
    .replace(/\s*\n\s*/g, ' ')
    .trim()}\n`
}

const withoutComments = (sql: string) => sql.replace(/^ *--.*\n/gm, '').trimEnd()

/** Functions that transpilers add, or that only throw for their caller. */
const SKIPPED_FUNCTION =
  '^(?:[\\w$]+[.])?(?:__\\w+|_next|_throw|_callee\\w*|asyncGeneratorStep|_asyncToGenerator|step|fulfilled|rejected|tryCatch|invariant|assert|eval|anonymous)[$]?\\d*$|^(?:Promise|Array|Map|Set|Generator|AsyncGenerator|Reflect|JSON)[.]\\w+'

const writeLibraryPattern = (name: string, { beginning, part }: LibraryPatterns) =>
  [beginning && `^${name} (?:${beginning})`, part && `^${name} .*(?:${part})`].filter(Boolean).join('|')

/** The patterns that work on a whole line: parts of a file, and for two languages the beginning of a function. */
function wholeLinePatterns(name: string, { beginning, part }: LibraryPatterns): string[] {
  const inFile = splitAlternatives(part).filter(one => !/\\t|\$/.test(one))
  const inFront =
    name === 'java' || name === 'dotnet' ? splitAlternatives(beginning).filter(one => !one.includes('\\t')) : []
  return [
    ...(inFile.length > 0 ? [`^${name} .*(?:${inFile.join('|')})`] : []),
    ...(inFront.length > 0 ? [`^${name} [ \\t]*at (?:[\\w.@-]*/){0,3}(?:${inFront.join('|')})`] : []),
  ]
}

/** The alternatives of a pattern at its outermost level. */
function splitAlternatives(pattern: string): string[] {
  const parts = ['']
  let depth = 0
  for (const piece of pattern.match(piecesOfPattern) ?? []) {
    if (piece === '(') depth++
    else if (piece === ')') depth--
    if (piece === '|' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${piece}`)
  }
  return parts.filter(part => part !== '')
}

/** An escape, a class, or one character. */
const piecesOfPattern = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[\s\S]/g

const withoutGroups = (pattern: string) =>
  (pattern.match(piecesOfPattern) ?? []).reduce(
    (done, piece, i, all) => `${done}${piece === '(' && all[i + 1] !== '?' ? '(?:' : piece}`,
    '',
  )

/** The value of one of a dialect's four groups in a line. Position 0 of an array is ''. */
function groupValueSql(place: 0 | 1 | 2 | 3, of: string): string {
  const places = stackDialects.map(({ groups }) => groups[place])
  const most = Math.max(...places.map(({ length }) => length))
  const groups = Array.from({ length: most }, (_, i) => `${of}[[${places.map(at => at[i] ?? 0).join(', ')}][dialect]]`)
  return most === 1 ? groups.join() : `concat(${groups.join(', ')})`
}

/** One pattern for all messages: the one that matches is replaced by its wording and its groups. */
function wordingSql(wordings: RuleParts['wordings']): string {
  const message = 'left(Message, 4096)'
  const groups = `extractGroups(${message}, ${sqlLiteral(`^(?:${wordings.map(([, pattern]) => `(${pattern})`).join('|')})$`)})`
  const labels = wordings.flatMap(([wording, pattern]) => [wording, ...Array<string>(countGroups(pattern)).fill('')])
  return `arrayMap(found -> if(arrayAll(group -> group = '', found), ${message}, arrayStringConcat(arrayFilter(part -> part != '',
      arrayMap((group, label) -> if(label = '', group, if(group = '', '', label)), found, [${labels.map(sqlLiteral).join(', ')}])), ' ')), [${groups}])[1]`
}

const countGroups = (pattern: string) =>
  (pattern.match(piecesOfPattern) ?? []).filter((piece, i, all) => piece === '(' && all[i + 1] !== '?').length

/** The codes in `text` with the words before them. */
const codesSql = ({ code, endOfCode }: Pick<RuleParts, 'code' | 'endOfCode'>) =>
  `arrayStringConcat(arraySlice(arrayDistinct(arrayMap(found -> replaceRegexpOne(found, ${sqlLiteral(endOfCode)}, ''),
    extractAll(text, ${sqlLiteral(`(?i)${code}`)}))), 1, 3), ', ')`

const causeTypes = `arraySlice(arraySort(arrayDistinct(arrayConcat(
  extractAll(left(Causes, 262144), '"type"\\\\s*:\\\\s*"([^"\\\\\\\\]{1,200})"'),
  if(NOT multiSearchAny(left(Stacktrace, 65536), ['\\nCaused by: ', '---> ', '[cause]: ']), [],
    extractAll(left(Stacktrace, 65536), '(?:\\\\nCaused by: |---> (?:\\\\(Inner Exception #\\\\d+\\\\) )?|\\\\n\\\\s*\\\\[cause\\\\]: )([\\\\w.$\`+]+)')),
  if(NOT multiSearchAny(left(Stacktrace, 65536), ['\\nDuring handling of', '\\nThe above exception was']), [],
    extractAll(left(Stacktrace, 65536), '\\n([A-Za-z_][\\\\w.]*)(?:: [^\\n]*)?\\n(?:[^\\n]*\\n){0,5}?\\n?(?:The above exception was the direct cause|During handling of the above exception)')),
  if(position(left(Stacktrace, 65536), ' Exception Group Traceback') = 0, [], extractAll(left(Stacktrace, 65536), '\\n {2,}\\\\| ([A-Za-z_][\\\\w.]*):')),
  if(position(left(Stacktrace, 65536), '\\nNext ') = 0, [], arrayPopBack(extractAll(left(Stacktrace, 65536), '(?:^|\\n\\nNext )([\\\\w\\\\\\\\]+):? '))),
  if(position(left(Stacktrace, 65536), '\\n\\tfrom ') = 0, [], arrayPopFront(extractAll(left(Stacktrace, 65536), ':in [\`\\'][^\\'\\n]*\\': [^\\n]*\\\\(([A-Z][\\\\w:]*)\\\\)')))))), 1, 8)`

export const sqlLiteral = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
