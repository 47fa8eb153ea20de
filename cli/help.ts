import { COMMON_OPTIONS, type Command, type Options } from './define/define-command.ts'

/** The list of all commands. */
export function helpOfAll(commands: readonly Command[]): string {
  const usages = commands.map(({ name, takes }) => `${name} ${takes}`.trimEnd())
  const width = Math.max(...usages.map(({ length }) => length))
  const lines = commands.map(({ summary }, i) => `  ${(usages[i] ?? '').padEnd(width)}  ${summary}`)
  return `Usage: npx errata COMMAND [--json] [--url URL]

${lines.join('\n')}

npx errata COMMAND --help has its options and examples.

ERRATA_URL is the address of Errata, ERRATA_TOKEN a token of its page Tokens.
Exit codes: 0 done; 1 the answer is no: worse, no such thing, refused; 2 it could not be asked or told.
`
}

/** The help of one command. */
export function helpOf({ name, takes, summary, details = '', options, examples }: Command): string {
  const parts = [
    `Usage: npx errata ${name} ${takes}`.trimEnd(),
    [summary, details].filter(Boolean).join(' '),
    `Options:\n${listOptions({ ...options, ...COMMON_OPTIONS })}`,
    `Examples:\n${examples.map(([command, does]) => `  npx errata ${command}\n      ${does}`).join('\n')}`,
  ]
  return `${parts.join('\n\n')}\n`
}

function listOptions(options: Options): string {
  const names = Object.entries(options).map(([name, { value }]) => `--${name}${value === undefined ? '' : ` ${value}`}`)
  const width = Math.max(...names.map(({ length }) => length))
  return Object.values(options)
    .map(({ description }, i) => `  ${(names[i] ?? '').padEnd(width)}  ${description}`)
    .join('\n')
}
