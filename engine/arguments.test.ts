import { expect, test } from 'vitest'
import { parseEngineArguments } from './arguments.ts'

test.each([
  ['no folder', ['--port', '0'], '--data-dir is missing'],
  ['no port', ['--data-dir', 'x'], '--port must be a number'],
  ['a port that is none', ['--data-dir', 'x', '--port', '70000'], '--port must be a number'],
  ['an unknown argument', ['--data-dir', 'x', '--port', '0', '--nonsense'], "'--nonsense'"],
  ['an address that others reach', ['--data-dir', 'x', '--port', '0', '--host', '0.0.0.0'], '--allow-any-host'],
  ['a sandbox that is none', ['--data-dir', 'x', '--port', '0', '--sandbox', 'yes'], '--sandbox must be'],
  ['a database that is no name', ['--data-dir', 'x', '--port', '0', '--database', 'a.* TO b'], '--database must be'],
])('refuses %s', (_what, args, sentence) => {
  expect(() => parseEngineArguments(args)).toThrow(sentence)
})
