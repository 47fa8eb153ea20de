import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  endOfCodePattern,
  errorCodePattern,
  minifiedErrorPagePattern,
  plainUrlPattern,
} from '../../otel/lib/stacks/error-codes.ts'
import { languages, libraryPatterns } from '../../otel/lib/stacks/library-code.ts'
import { randomIdPattern } from '../../otel/lib/stacks/random-ids.ts'
import { buildGroupingRuleSql } from '../../store/schema/grouping/make-rule.ts'

const store = join(import.meta.dirname, '../../store')
/** The file from which the schema reads the rule. */
export const ruleFile = join(store, 'schema/grouping-rule.sql')

/** The grouping rule, generated from its data; `npm run grouping` writes it. */
export const groupingRule = () => filled('rule.sql')

/** The part of it that finds the app's own frames. */
export const ownFramesExpression = () => filled('own-frames.sql')

function filled(template: string): string {
  const read = (name: string) => readFileSync(join(store, 'schema/grouping', name), 'utf8')
  return buildGroupingRuleSql({
    template: read(template),
    keys: read('keys.sql'),
    ownFrames: read('own-frames.sql'),
    message: read('message.sql'),
    code: errorCodePattern,
    endOfCode: endOfCodePattern,
    url: `${plainUrlPattern}|${minifiedErrorPagePattern}`,
    randomId: randomIdPattern,
    wordings: JSON.parse(read('wordings.json')),
    library: new Map(languages.map(language => [language, libraryPatterns(language)])),
  })
}

if (process.argv[1] === import.meta.filename) writeFileSync(ruleFile, groupingRule())
