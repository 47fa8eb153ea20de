import { parseStack } from '@errata/otel/stacks'
import { expect, test } from 'vitest'
import { foldFrames } from './fold-frames.ts'

const fold = (stack: string) =>
  foldFrames(
    parseStack(stack).sections.flatMap(({ frames }) => frames),
    frame => frame.context,
  )

test('frames of libraries that stand together are one run with their packages', () => {
  const runs = fold(`Error: m
    at readFileSync (node:fs:1:2)
    at pay (/srv/pay.js:3:4)
    at call (/srv/node_modules/react-router/a.js:1:1)
    at next (/srv/node_modules/react-router/b.js:1:1)
    at handle (/srv/node_modules/@scope/http/c.js:1:1)
    at main (/srv/main.js:1:1)`)

  expect(runs.map(({ library, count, names }) => ({ library, count, names }))).toEqual([
    { library: true, count: 1, names: ['node'] },
    { library: false, count: 1, names: ['pay'] },
    { library: true, count: 3, names: ['react-router', '@scope/http'] },
    { library: false, count: 1, names: ['main'] },
  ])
})

test('a frame that stands there again and again is one, with its count', () => {
  const [run] = fold(`Error: m\n${'    at deep (/srv/a.js:2:3)\n'.repeat(40)}    at main (/srv/a.js:9:1)`)

  expect(run?.frames.map(({ function: name, times }) => [name, times])).toEqual([
    ['deep', 40],
    ['main', 1],
  ])
  expect(run?.count).toBe(41)
})
