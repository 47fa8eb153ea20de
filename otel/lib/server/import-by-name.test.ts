import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const { resolve } = createRequire(import.meta.url)
const urlOf = (specifier: string) => pathToFileURL(resolve(specifier)).href

/** Imports two files by URL as Vite's module runner does, in a process with the hooks of instrumentations. */
const program = (isSync: boolean) => `
import module from 'node:module'
import Hook from '${urlOf('import-in-the-middle')}'
import { register } from '${urlOf('import-in-the-middle/register-hooks.mjs')}'
import { importByName } from '${new URL('./import-by-name.ts', import.meta.url)}'

if (${isSync}) register()
else module.register('${urlOf('import-in-the-middle/hook.mjs')}')
importByName(${isSync})
const hooked = []
new Hook(['pino', 'react-dom'], (_, name) => void hooked.push(name))
const { default: pino } = await import('${urlOf('pino')}')
const { default: server } = await import('${urlOf('react-dom/server')}')
console.log(JSON.stringify({ hooked, pino: typeof pino, render: typeof server.renderToString }))
`

test.each([
  ['in the same thread', true],
  ['on the thread of module.register', false],
])(
  'a package imported by file URL is instrumented as itself, its other files are not, by hooks %s',
  async (_, isSync) => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program(isSync)])
    expect(JSON.parse(stdout)).toEqual({ hooked: ['pino'], pino: 'function', render: 'function' })
  },
)
