/**
 * How each kind of stack prints its frames, for the SQL that groups. `detect` matches a line that looks like a frame; `frame` matches every
 * frame, and the line that starts another section. `groups` lists its capture groups: section start, function, file, position. RE2, `(?m)`.
 */
export interface StackDialect {
  readonly name: string
  /** The language whose list of library code applies. */
  readonly language: string
  readonly detect: string
  readonly frame: string
  readonly groups: readonly [section: number[], name: number[], file: number[], position: number[]]
  /**
   * The most common frames, with the groups of `frame`: at every character only one way to go on, so that RE2 needs one pass. What it matches,
   * `frame` reads in the same way.
   */
  readonly common?: string
}

const atPrefix = '[ \\t]*at '
const jvmFile = '[^()\\n:]+\\.(?:java|kts?|scala|sc|groovy|clj|php)|SourceFile|Native Method|Unknown Source|<generated>'

/** If two match a line, the first counts. Their numbers are their positions here, from 1. */
export const stackDialects: readonly StackDialect[] = [
  {
    name: 'python',
    language: 'python',
    detect: '[ |]*File "[^"\\n]+", line \\d+',
    frame:
      '^(?:[ |]+File "([^"\\n]+)", line (\\d+)(?:, in ([^\\n]+))?$|([ |]*(?:The above exception was the direct cause|During handling of the above exception|[+]-[+]?-{4})))',
    groups: [[4], [3], [1], [2]],
  },
  {
    name: 'java',
    language: 'java',
    detect: `${atPrefix}[^\\n(]+\\((?:${jvmFile})(?::\\d+)?\\)`,
    frame: `^(?:([ \\t]*(?:Caused by|Suppressed): [\\w.$]*)|${atPrefix}(?:[\\w.@-]*/){0,3}([^\\s(]+) ?\\((${jvmFile})(:\\d+)?\\))`,
    groups: [[1], [2], [3], [4]],
  },
  {
    name: 'dotnet',
    language: 'dotnet',
    detect: '[ \\t]+at (?:[^\\s(/\\\\]+\\(|[^\\s(/\\\\]+ \\([^\\n)]*\\) (?:\\[0x|in <))',
    frame:
      '^[ \\t]*(?:at ([^\\s(]+) ?\\([^\\n]*?\\)(?: \\[0x[0-9a-f]+\\])?(?: in ([^\\n]+?)(?::(?:line )?(\\d+))?)?[ \\t]*(?:<---)?\\r?$|(--- End of inner exception stack trace ---|---> \\(Inner Exception #))',
    groups: [[4], [1], [2], [3]],
  },
  {
    name: 'v8',
    language: 'javascript',
    detect: `${atPrefix}[^\\n]*(?:\\([^\\n]*\\)|:\\d+:\\d+)`,
    frame: `^[ \\t]*(?:((?:\\[(?:cause|errors?|suppressed)\\]|Caused by): [\\w$.]*)|at (?:async )?(?:(?:new )?([^\\n]*?)(?: \\[as [^\\n]*?\\])? \\()?(?:eval at [^\\n]* \\()?([^\\n]*?)((?::\\d+){1,2}|:wasm-function\\[\\d+\\](?::0x[0-9a-f]+)?)?(?:\\)|, <anonymous>[^\\n]*| \\{|,|\\r)*$)`,
    groups: [[1], [2], [3], [4]],
    common: '^()[ \\t]*at ([^\\s()[]+) \\(((?:file://|https?://[^\\s/:()]+(?::\\d+)?)?/[^\\s:()]*)(:\\d+:\\d+)\\)$',
  },
  {
    name: 'php',
    language: 'php',
    detect: '#\\d+ (?:[^\\n]*\\(\\d+\\): |\\[internal function\\]: |\\{main\\})',
    frame:
      ' in ((?:[A-Z]:)?[^\\s:]+(?: [^\\s:]+\\.php)?):(\\d+)\\n(?:Stack trace:|\\[stacktrace\\])|^#\\d+ (?:(\\{main\\})|(?:\\[internal function\\]|([^\\n]*?)\\((\\d+)\\)): (\\{closure:[^\\n}]*\\}|[^\\n(]*))|^(Next [\\w\\\\]+)',
    groups: [[7], [3, 6], [1, 4], [2, 5]],
  },
  {
    name: 'dart',
    language: 'dart',
    detect: '#\\d+ +\\S[^\\n]* \\([^()\\n]+:\\d+(?::\\d+)?\\)',
    frame: '^#\\d+ +([^\\n]*?) \\(([^()\\n]*?)(:\\d+(?::\\d+)?)?\\)\\r?$',
    groups: [[], [1], [2], [3]],
  },
  {
    name: 'ruby-bottom',
    language: 'ruby',
    detect: "[ \\t]+\\d+: from [^\\n]*:in [`']",
    frame:
      "^[ \\t]*(?:\\d+: )?(?:from )?((?:[A-Z]:)?[^\\n:]+):(\\d+):in [`'](?:(?:block|rescue|ensure)(?: \\(\\d+ levels\\))? in )*([^'\\n]*)'(: [^\\n]*)?",
    groups: [[4], [3], [1], [2]],
  },
  {
    name: 'ruby',
    language: 'ruby',
    detect: "[ \\t]*(?:from )?[^\\s:][^\\n:]*:(?:[\\\\/][^\\n:]*:)?\\d+:in [`']",
    frame:
      "^[ \\t]*(?:from )?((?:[A-Z]:)?[^\\s:][^\\n:]*):(\\d+):in [`'](?:(?:block|rescue|ensure)(?: \\(\\d+ levels\\))? in )*([^'\\n]*)'(: [^\\n]*)?",
    groups: [[4], [3], [1], [2]],
  },
  {
    name: 'go-trace',
    language: 'go',
    detect: '[^\\s:][^\\n]*\\.(?:go|s):\\d+ \\(0x[0-9a-f]+\\)',
    frame: '^(\\S[^\\n]*?\\.(?:go|s)):(\\d+) \\(0x[0-9a-f]+\\)\\n[ \\t]+([^\\n]*?): ',
    groups: [[], [3], [1], [2]],
  },
  {
    name: 'go',
    language: 'go',
    detect: '[^\\s:][^\\n]*\\r?\\n\\t[^\\n]+\\.(?:go|s|c|cgo):\\d+',
    frame:
      '^(?:(goroutine \\d+ )|(?:created by )?([^\\s(][^\\n]*?)(?:\\([^()\\n]*\\))?(?: in goroutine \\d+)?\\n\\t([^\\n]+?):(\\d+)(?: \\+0x[0-9a-f]+)?$)',
    groups: [[1], [2], [3], [4]],
  },
  {
    name: 'elixir',
    language: 'elixir',
    detect: ' +(?:\\([^()\\n]+\\) )?[\\w./-]+\\.(?:exs?|erl|[hl]?eex):\\d+: ',
    frame: '^ +((?:\\([^()\\n]+\\) )?[\\w./-]+\\.(?:exs?|erl|[hl]?eex)):(\\d+): ([^\\n]+)$',
    groups: [[], [3], [1], [2]],
  },
  {
    name: 'swift',
    language: 'swift',
    detect: '\\d+ +(?:(?:\\[\\w+\\] +)*0x[0-9a-f]+ [^\\n]+ in \\S|\\S+ +0x[0-9a-f]{8,16} \\S)',
    frame:
      '^\\d+ +(?:(?:\\[\\w+\\] +)*0x[0-9a-f]+ ([^\\n]+?)(?: \\+ \\d+)? in (?:\\S+ at ([^\\n]+?)(:\\d+(?::\\d+)?)|(\\S+))|(\\S+) +0x[0-9a-f]+ ([^\\n]+?)(?: \\+ \\d+)?(?: \\([^()\\n]+:\\d+\\))?)$',
    groups: [[], [1, 6], [2, 4, 5], [3]],
  },
  {
    name: 'rust',
    language: 'rust',
    detect: ' *\\d+: +(?:0x[0-9a-f]+ - )?[^\\n]*(?:::|\\n +at [^\\n]*\\.rs:\\d)',
    frame: '^ *\\d+: +(?:0x[0-9a-f]+ - )?([^\\n]+?)(?:::h[0-9a-f]{16})?(?:\\n +at ([^\\n]+?)(:\\d+(?::\\d+)?))?$',
    groups: [[], [1], [2], [3]],
  },
  {
    name: 'gecko',
    language: 'javascript',
    detect:
      '(?:[^@\\n]*@(?:\\[native code\\]|[^\\n]*:\\d+:\\d+)|(?:https?|file|webpack|capacitor|blob)://\\S+:\\d+:\\d+)\\r?$',
    frame:
      '^(?:[^@\\n]*\\*)?(?:([^@\\n*]*)@(\\[native code\\]|[^\\n]*?)(?: line \\d+ > [^\\n]*?)?(:\\d+(?::\\d+)?)?|((?:https?|file|webpack|capacitor|blob)://\\S+?)(:\\d+:\\d+))\\r?$',
    groups: [[], [1], [2, 4], [3, 5]],
  },
]

/** The number of a dialect in the rule. */
export const dialectNumber = (name: string) => stackDialects.findIndex(dialect => dialect.name === name) + 1
