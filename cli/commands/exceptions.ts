import type { AnswerOf } from '../../app/api/operation-types.ts'
import { defineCommand } from '../define/define-command.ts'
import { DONE } from '../define/exit-code.ts'
import { layFacts } from '../output/facts.ts'
import { momentOf } from '../output/values.ts'
import { idOf, parameterOf } from './id-of.ts'

export const exception = defineCommand({
  ...{ name: 'exception', takes: 'ID|URL', count: [1, 1] },
  summary: 'Shows an exception with its causes, attributes, and stack traces mapped by source maps.',
  options: { web: { description: 'Its page, opened on a terminal.' } },
  examples: [
    ['exception 1795442400000000000-6b1f3c0d9a2e4f58', 'By its id.'],
    [
      "exception 'https://errata.example.com/issues/6b1f3c0d9a2e4f58?at=1795442400000000000-6b1f3c0d9a2e4f58'",
      'As it is selected on a page.',
    ],
  ],
  async run({ api, output }, [typed = '']) {
    const found = await api.ask('getException', {
      exception: parameterOf(typed, 'at') || idOf(typed, 'exceptions'),
    })
    if (output.isWeb) output.web(found.page)
    else if (output.isJson) output.json(found)
    else {
      output.styledLine('bold', `${found.type}: ${found.message}`)
      output.lines(
        layFacts([
          ['time', momentOf(found.time)],
          ['service', found.service],
          ['route', found.route],
          ['release', found.release],
          ['environment', found.environment],
          ['issue', found.issue],
          ['digest', found.digest],
          ['trace', found.trace_id],
          ['session', found.session_id],
          ['user', found.user_id],
          ['page', api.url + found.page],
        ]),
      )
      output.lines(`\n${describeStack(found)}`)
      output.lines(`\nAttributes\n${layFacts(Object.entries(found.attributes))}`)
    }
    return DONE
  },
})

/** The stack trace of an exception, and those of its causes. */
export function describeStack({ type, message, stacktrace, causes, causes_are_cut }: AnswerOf<'getException'>): string {
  const written = causes.map(cause => `Caused by ${cause.stacktrace || `${cause.type}: ${cause.message}`}`)
  return [stacktrace || `${type}: ${message}`, ...written, ...(causes_are_cut ? ['… and further causes'] : [])].join(
    '\n\n',
  )
}
