import { defineCommand } from '../define/define-command.ts'
import { DONE } from '../define/exit-code.ts'
import { agoOf } from '../output/values.ts'
import { idOf } from './id-of.ts'
import { defineListCommand } from './list-command.ts'

export const issues = defineListCommand({
  ...{ id: 'listIssues', name: 'issues', page: '/issues' },
  summary: 'Lists issues with exceptions in a time.',
  examples: [
    ['issues', 'Those of the last 24 hours, as the page Issues lists them.'],
    ["issues 'type:TypeError' --service shop --last 7d --limit 200", 'A search in one service, further back.'],
    ['issues --json | jq -r .items[].id', 'Their ids, for a script.'],
  ],
  columns: [
    { title: 'id', cell: ({ id }) => id },
    {
      title: 'state',
      cell: ({ status, is_regressed, is_new }) => (is_regressed ? 'regressed' : is_new ? 'new' : status),
    },
    { title: 'events', isNumber: true, cell: ({ events }) => String(events) },
    { title: 'users', isNumber: true, cell: ({ users }) => String(users) },
    { title: 'last seen', cell: ({ last_seen }) => agoOf(last_seen) },
    { title: 'service', cell: ({ service }) => service },
    { title: 'what', cell: ({ type, message }) => `${type}: ${message}` },
  ],
})

export const issue = defineCommand({
  ...{ name: 'issue', takes: 'ID|URL', count: [1, 1] },
  summary: 'Shows an issue, with its newest exception.',
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
    else output.lines(`${found.type}: ${found.message}`)
    return DONE
  },
})
