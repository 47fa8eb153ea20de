import type { AnswerOf } from '../../app/api/operation-types.ts'
import { ApiError } from '../client/api-error.ts'
import type { ErrataApi } from '../client/errata-api.ts'
import { defineCommand } from '../define/define-command.ts'
import { DONE } from '../define/exit-code.ts'
import { layFacts } from '../output/facts.ts'
import type { Output } from '../output/output.ts'
import { showText } from '../output/show-text.ts'
import { agoOf, countOf, momentOf } from '../output/values.ts'
import { describeStack } from './exceptions.ts'
import { idOf } from './id-of.ts'
import { defineListCommand } from './list-command.ts'

type Status = Pick<AnswerOf<'getIssue'>, 'status' | 'is_new' | 'is_regressed'>
const stateOf = ({ status, is_regressed, is_new }: Status) => (is_regressed ? 'regressed' : is_new ? 'new' : status)

export const issues = defineListCommand({
  ...{ id: 'listIssues', name: 'issues', page: '/issues' },
  summary: 'Lists issues with exceptions in a time.',
  examples: [
    ['issues', 'Those of the last 24 hours, as the page Issues lists them.'],
    ["issues 'type:TypeError' --service shop --last 7d --limit 200", 'A search in one service, further back.'],
    ["issues --json | jq -r '.items[].id'", 'Their ids, for a script.'],
  ],
  columns: [
    { title: 'id', cell: ({ id }) => id },
    { title: 'state', cell: stateOf },
    { title: 'events', isNumber: true, cell: ({ events }) => countOf(events) },
    { title: 'users', isNumber: true, cell: ({ users }) => countOf(users) },
    { title: 'last seen', cell: ({ last_seen }) => agoOf(last_seen) },
    { title: 'service', cell: ({ service }) => service },
    { title: 'what', cell: ({ type, message }) => `${type}: ${message}` },
  ],
})

export const issue = defineCommand({
  ...{ name: 'issue', takes: 'ID|URL', count: [1, 1] },
  summary: 'Shows an issue: counts, releases, what was done, and its newest exception with the mapped stack trace.',
  options: {
    last: { value: 'TIME', description: 'The time that counts are of: 15m, 1h, 6h, 24h, 7d, 14d or 90d.' },
    web: { description: 'Its page, opened on a terminal.' },
  },
  examples: [
    ['issue 6b1f3c0d9a2e4f58', 'By its id.'],
    ['issue https://errata.example.com/issues/6b1f3c0d9a2e4f58', 'By the address of its page.'],
  ],
  async run({ api, output }, [typed = ''], { last }) {
    const found = await api.ask('getIssue', { issue: idOf(typed, 'issues'), last })
    if (output.isWeb) output.web(found.page)
    else if (output.isJson) output.json(found)
    else await showIssue(api, output, found)
    return DONE
  },
})

const SHOWN_ACTIONS = 5

async function showIssue(api: ErrataApi, output: Output, found: AnswerOf<'getIssue'>): Promise<void> {
  const { counts, counts_before, counts_all } = found
  const count = (name: keyof typeof counts) =>
    `${countOf(counts[name])}, before ${countOf(counts_before[name])}, in all ${countOf(counts_all[name])}`
  output.styledLine('bold', `${found.type}: ${found.message}`)
  output.lines(
    layFacts([
      ['state', `${stateOf(found)}${found.is_acknowledged ? ', acknowledged' : ''}`],
      ['owner', found.owner],
      ['service', found.service],
      ['route', found.route],
      ['function', found.function],
      ['events', count('events')],
      ['sessions', count('sessions')],
      ['users', count('users')],
      ['first seen', `${momentOf(found.first_seen)} in ${found.first_release || 'no release'}`],
      ['last seen', `${momentOf(found.last_seen)} in ${found.last_release || 'no release'}`],
      ['merged', found.merged.join(', ')],
      ['page', api.url + found.page],
    ]),
  )
  const done = found.history.slice(0, SHOWN_ACTIONS)
  if (done.length > 0) {
    const lines = done.map(({ at, by, what, value, is_undone }) =>
      showText(`  ${momentOf(at)}  ${by || 'somebody'}: ${what} ${value}${is_undone ? ' (undone)' : ''}`.trimEnd()),
    )
    output.lines(`\nWhat people did\n${lines.join('\n')}`)
  }
  const [newest] = found.exceptions
  const exception = newest && (await readNewest(api, newest.id))
  if (exception !== undefined) {
    output.lines(`\nThe newest exception, ${exception.id}, ${agoOf(exception.time)}\n`)
    output.lines(describeStack(exception))
  }
}

/** It may expire, or move to another issue, between two requests. */
async function readNewest(api: ErrataApi, exception: string) {
  try {
    return await api.ask('getException', { exception })
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found') return undefined
    throw error
  }
}
