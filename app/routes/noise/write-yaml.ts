import type { TriedCondition } from './parse-preview.ts'

/** The filter of a rule as collector-config.yaml has it, with the conditions that were tried. The ledger follows by the anchors. */
export function writeYaml(rule: string, conditions: readonly TriedCondition[]): string {
  const list = (name: TriedCondition['list']) => {
    const mine = conditions.filter(condition => condition.list === name)
    return mine.length === 0 ? [] : [`    ${name}:`, ...mine.map(one => `      - ${anchorOf(one)}${quote(one.tried)}`)]
  }
  return [
    'processors:',
    `  filter/${rule}:`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the Collector fills it in
    '    error_mode: ${env:ERRATA_FILTER_ERROR_MODE:-ignore}',
    ...list('log_conditions'),
    ...list('trace_conditions'),
    '',
  ].join('\n')
}

const anchorOf = ({ anchor }: TriedCondition) => (anchor === '' ? '' : `&${anchor} `)

/** Between conditions' words a new line is a space; within texts there is none. The Collector takes "$$" for "$". */
const quote = (text: string) =>
  `'${text
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll("'", "''")
    .replaceAll('$', '$$$$')}'`
