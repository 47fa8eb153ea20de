#!/usr/bin/env node
import { argv, env, stderr, stdout } from 'node:process'
import { run } from './run.ts'

/** The command of the package: what asks a desk, and nothing that runs one. */
process.exitCode = await run(argv.slice(2), { stdout, stderr, env })
