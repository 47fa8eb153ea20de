import { expect, test } from 'vitest'
import { completeSearch } from './complete-search.ts'

const values = {
  service: [
    { value: 'web', count: 1200 },
    { value: 'my shop', count: 7 },
    { value: '', count: 3 },
  ],
  '@cache.hit': [{ value: 'false', count: 5 }],
}

test.each<[string, string[], string]>([
  ['ser', ['service:', 'user:', 'trace.service:'], 'keys'],
  ['is:error -ser', ['service:', 'user:', 'trace.service:'], 'keys after a minus'],
  ['(ser', ['service:', 'user:', 'trace.service:'], 'keys after a bracket'],
  ['dur', ['duration:', 'trace.duration:'], 'key that begins so, then one that holds it'],
  ['@ca', ['@cache.hit:'], 'attribute'],
  ['service:', ['service:web', 'service:"my shop"'], 'values'],
  ['service:SH', ['service:"my shop"'], 'a value, in any case'],
  ['service:"my', ['service:"my shop"'], 'a quoted value'],
  ['@cache.hit:f', ['@cache.hit:false'], 'a value of an attribute'],
  ['kind:cl', ['kind:client'], 'a choice'],
  ['service:[w', ['web'], 'a value of a list'],
  ['service:[web,', ['web', '"my shop"'], 'the next value of a list'],
  ['service:[web, "my s', ['"my shop"'], 'a quoted value of a list'],
  ['-service:!=[web m', ['"my shop"'], 'after a space, too'],
  ['[kind:[client,se', ['server'], 'a list in the brackets of a span'],
  ['service:[web] ser', ['service:', 'user:', 'trace.service:'], 'keys after a list'],
  ['[service:web ser', ['service:', 'user:', 'trace.service:'], 'keys in the brackets of a span'],
  ['nothing:x', [], 'nothing of an unknown key'],
])('%j offers %j: %s', (text, offered) => {
  const { options } = completeSearch(text, text.length, { subject: 'spans', values })
  expect(options.map(option => option.text)).toEqual(offered)
})

test('a key that spans and their resources have with different values is offered in each place', () => {
  const differing = { '@host.name': [{ value: 'a', count: 1 }], differing: [{ value: 'host.name', count: 1 }] }
  expect(completeSearch('host', 4, { subject: 'spans', values: differing }).options).toEqual([
    { text: 'host:', detail: 'Host that is called' },
    { text: '@host.name:', detail: 'Attribute of the span or its resource' },
    { text: 'span.host.name:', detail: 'Attribute of the span' },
    { text: 'resource.host.name:', detail: 'Attribute of the resource' },
  ])
  const { options } = completeSearch('span.host.name:', 15, { subject: 'spans', values: differing })
  expect(options.map(({ text }) => text)).toEqual(['span.host.name:a'])
})

test('an option replaces what was typed of it', () => {
  expect(completeSearch('is:error service:[web,my', 24, { subject: 'spans', values })).toMatchObject({
    from: 22,
    to: 24,
  })
  const { from, to } = completeSearch('is:error -ser rest', 13, { subject: 'spans', values })
  expect('is:error -ser rest'.slice(from, to)).toBe('ser')
})
