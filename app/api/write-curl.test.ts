import { expect, test } from 'vitest'
import { writeCurl } from './write-curl.server.ts'

const curl = (list: string, params: string, needsToken = false) =>
  writeCurl(list, new URLSearchParams(params), { base: 'http://desk/api/v1', needsToken })

test.each([
  ['logs', '', "'http://desk/api/v1/logs'"],
  ['logs', 'q=a+b&vitals=on&columns=x&live=1', "'http://desk/api/v1/logs?q=a+b&vitals=1'"],
  ['issues', "q=it's&tab=all&page=3&service=", "'http://desk/api/v1/issues?q=it%27s&tab=all'"],
  ['traces', 'failed=1&durations=1', "'http://desk/api/v1/traces?failed=1&sort=-duration'"],
  ['traces', 'sort=-spans&before=1-2', "'http://desk/api/v1/traces?sort=-spans'"],
  ['traces', 'show=spans&q=a&failed=1', "'http://desk/api/v1/spans?q=%28a%29+trace.is%3Aerror'"],
  ['traces', 'show=spans&sort=-spans', "'http://desk/api/v1/spans'"],
  ['traces', 'show=groups&by=@tier&order=p95', "'http://desk/api/v1/spans/groups?by=%40tier&order=p95'"],
  ['sessions', 'last=7d', "'http://desk/api/v1/sessions?last=7d'"],
])('%s with %j is %s', (list, params, url) => {
  expect(curl(list, params)).toBe(`curl ${url}`)
})

test('where readers sign in, a token is sent, which the shell knows', () => {
  expect(curl('exceptions', '', true)).toBe(
    'curl -H "Authorization: Bearer $ERRATA_TOKEN" \'http://desk/api/v1/exceptions\'',
  )
})

test('what is no list is no command', () => {
  expect(['settings', 'issues/x', '..', ''].map(list => curl(list, ''))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
