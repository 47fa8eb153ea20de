import { expect, test } from 'vitest'
import { writeTicketAddress } from './write-ticket-address.ts'

const ticket = {
  title: 'TypeError: x is undefined & more',
  description: 'First seen 2026-11-29\nhttps://errata.example/issues/1',
  url: 'https://errata.example/issues/1?a=b#c',
  id: '0123456789abcdef',
  service: 'shop',
  release: '2.0.0',
}

test('each place of a template has its text, escaped', () => {
  expect(writeTicketAddress('https://tracker.example/new?summary={title}&body={description}&l={service}', ticket)).toBe(
    'https://tracker.example/new?summary=TypeError%3A%20x%20is%20undefined%20%26%20more&body=First%20seen%202026-11-29%0Ahttps%3A%2F%2Ferrata.example%2Fissues%2F1&l=shop',
  )
  expect(writeTicketAddress('https://tracker.example/{id}/{release}?from={url}', ticket)).toBe(
    'https://tracker.example/0123456789abcdef/2.0.0?from=https%3A%2F%2Ferrata.example%2Fissues%2F1%3Fa%3Db%23c',
  )
})

test('what a sender wrote stays within its place, and is not filled in itself', () => {
  const address = new URL(
    writeTicketAddress('https://tracker.example/new?title={title}&project=shop', {
      ...ticket,
      title: '&project=evil#{url}"\'><script>\u{D800}',
    }),
  )
  expect([...address.searchParams]).toEqual([
    ['title', '&project=evil#{url}"\'><script>\uFFFD'],
    ['project', 'shop'],
  ])
  expect([address.host, address.hash]).toEqual(['tracker.example', ''])
})

test('a place of another name stays, a long text is cut, and without a template there is no address', () => {
  expect(writeTicketAddress('https://tracker.example/{team}', ticket)).toBe('https://tracker.example/{team}')
  expect(writeTicketAddress('https://tracker.example/{title}', { ...ticket, title: 'x'.repeat(9_000) }).length).toBe(
    1_524,
  )
  expect(writeTicketAddress('', ticket)).toBe('')
})
