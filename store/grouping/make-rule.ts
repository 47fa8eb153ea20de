import { dialects, numberOf } from './dialects.ts'

/** Patterns of the text `function<tab>file`: of its beginning, and of any part of it. */
interface LibraryPatterns {
  readonly beginning: string
  readonly part: string
}

interface RuleParts {
  /** rule.sql. */
  readonly template: string
  /** What is library code, by language. */
  readonly library: ReadonlyMap<string, LibraryPatterns>
  /** Patterns of messages and what stands for them. */
  readonly wordings: readonly (readonly [pattern: string, wording: string])[]
}

/** Fills rule.sql with what is data: dialects, library code, browsers' wordings. */
export function makeRule({ template, library, wordings }: RuleParts): string {
  const parts = new Map([
    ['detect', literal(`(?m)^(?:${dialects.map(({ detect }) => `(${detect})`).join('|')})`)],
    ['frames', dialects.map(framesOf).join('\n')],
    ['languages', dialects.map(({ language }) => literal(language)).join(', ')],
    ['names', dialects.map(({ name }) => literal(name)).join(', ')],
    ['bottom-up', [numberOf('python'), numberOf('ruby-bottom')].join(', ')],
    ['causes-first', [numberOf('dotnet'), numberOf('php')].join(', ')],
    ['library', literal([...library].map(([name, pattern]) => ofLanguage(name, pattern)).join('|'))],
    ['transparent', literal(transparent)],
    ['wordings', wordingsOf(wordings)],
    ['cause-types', causeTypes],
  ])
  return template.replaceAll(/\[\[([\w-]+)\]\]/g, (_, name: string) => {
    const part = parts.get(name)
    if (part === undefined) throw new RangeError(`[[${name}]] is no part of the rule`)
    return part
  })
}

/** What stands between the functions that somebody wrote: made by transpilers, or there to throw for others. */
const transparent =
  '^(?:[\\w$]+[.])?(?:__\\w+|_next|_throw|_callee\\w*|asyncGeneratorStep|_asyncToGenerator|step|fulfilled|rejected|tryCatch|invariant|assert|eval|anonymous)[$]?\\d*$|^(?:Promise|Array|Map|Set|Generator|AsyncGenerator|Reflect|JSON)[.]\\w+'

const ofLanguage = (name: string, { beginning, part }: LibraryPatterns) =>
  [beginning && `^${name} (?:${beginning})`, part && `^${name} .*(?:${part})`].filter(Boolean).join('|')

function framesOf({ name, frame, groups }: (typeof dialects)[number], at: number): string {
  const text =
    name === 'python'
      ? 'StackText'
      : name === 'rust'
        ? "substring(StackText, greatest(1, position(StackText, 'ack backtrace:')))"
        : 'StackText'
  // Given only its own, for nothing keeps a branch of another dialect from being worked out.
  const found = `extractAllGroupsVertical(if(dialect = ${at + 1}, ${text}, ''), ${literal(`(?m)${frame}`)})`
  const group = (numbers: readonly number[]) =>
    numbers.length === 0 ? "''" : numbers.length === 1 ? `g[${numbers[0]}]` : `concat(${numbers.map(n => `g[${n}]`).join(', ')})`
  const [section, name_, file, position] = groups.map(group)
  if (name === 'php') {
    // A numbered frame has the place, and what was called from there: the function that it is in is that of the next one.
    const called = groups[1].map(n => `called[${n}]`).join(', ')
    return `        dialect = ${at + 1}, arrayMap((g, called) -> (${section}, concat(${called}), ${file}, ${position}), ${found}, arrayPopFront(arrayPushBack(${found}, emptyArrayString()))),`
  }
  return `        dialect = ${at + 1}, arrayMap(g -> (${section}, ${name_}, ${file}, ${position}), ${found}),`
}

function wordingsOf(wordings: RuleParts['wordings']): string {
  return wordings.reduce(
    (text, [pattern, wording]) => `replaceRegexpOne(${text}, ${literal(pattern)}, ${literal(wording)})`,
    'left(Message, 4096)',
  )
}

const causeTypes = `arraySlice(arraySort(arrayDistinct(arrayConcat(
  extractAll(left(Causes, 262144), '"type"\\\\s*:\\\\s*"([^"\\\\\\\\]{1,200})"'),
  extractAll(StackText, '(?:\\\\nCaused by: |---> (?:\\\\(Inner Exception #\\\\d+\\\\) )?|\\\\n\\\\s*\\\\[cause\\\\]: )([\\\\w.$\`+]+)'),
  if(position(StackText, '\\nDuring handling of') > 0 OR position(StackText, '\\nThe above exception was') > 0,
    extractAll(StackText, '\\n([A-Za-z_][\\\\w.]*)(?:: [^\\n]*)?\\n(?:[^\\n]*\\n){0,5}?\\n?(?:The above exception was the direct cause|During handling of the above exception)'), []),
  if(position(StackText, ' Exception Group Traceback') > 0, extractAll(StackText, '\\n {2,}\\\\| ([A-Za-z_][\\\\w.]*):'), []),
  if(position(StackText, '\\nNext ') > 0, arrayPopBack(extractAll(StackText, '(?:^|\\n\\nNext )([\\\\w\\\\\\\\]+):? ')), []),
  if(position(StackText, '\\n\\tfrom ') > 0, arrayPopFront(extractAll(StackText, ':in [\`\\'][^\\'\\n]*\\': [^\\n]*\\\\(([A-Z][\\\\w:]*)\\\\)')), [])))), 1, 8)`

const literal = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
