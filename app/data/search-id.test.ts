import { expect, test } from 'vitest'
import { CLIENT_ADDRESS_HEADER } from '../http/client-address.ts'
import { createSearchIdPrefix } from './search-id.ts'

const idOf = (path: string, client = '127.0.0.1') =>
  createSearchIdPrefix({ headers: new Headers({ [CLIENT_ADDRESS_HEADER]: client }) }, new URL(path, 'http://desk'))

test('a reader and an address have one id, however the address is encoded', () => {
  expect(idOf('/traces?q=a%20b&last=1h')).toBe(idOf('/traces?q=a+b&last=1h'))
  expect(idOf('/traces?q=a')).not.toBe(idOf('/traces?q=b'))
  expect(idOf('/traces?q=a')).not.toBe(idOf('/logs?q=a'))
  expect(idOf('/traces?q=a')).not.toBe(idOf('/traces?q=a', '127.0.0.2'))
})
