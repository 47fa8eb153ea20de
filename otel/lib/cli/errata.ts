#!/usr/bin/env node
import { argv } from 'node:process'
import { maps } from './maps.ts'

/** `npx errata <command> …`, for an app's build and CI. A command returns what it did, or throws a sentence that says what to do. */
const commands = new Map([['maps', maps]])

const [name = '', ...args] = argv.slice(2)
const run = commands.get(name)
try {
  if (run === undefined) throw new Error(`There is no command "${name}": one of ${[...commands.keys()].join(', ')}.`)
  process.stdout.write(`${await run(args)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
