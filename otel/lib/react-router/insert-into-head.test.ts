import { expect, test } from 'vitest'
import { insertIntoHead } from './insert-into-head.ts'

const insert = (document: string, html = '<meta>') =>
  Buffer.from(insertIntoHead(Buffer.from(document), () => html)).toString()

test('it is inserted right after the head tag, whatever attributes that has', () => {
  expect(insert('<!DOCTYPE html><html lang="en"><head><title>é</title>')).toBe(
    '<!DOCTYPE html><html lang="en"><head><meta><title>é</title>',
  )
  expect(insert('<html data-ü="ü"><HEAD\n id="h"><title>')).toBe('<html data-ü="ü"><HEAD\n id="h"><meta><title>')
})

test('a header is no head, and a document without one stays as it is', () => {
  expect(insert('<body><header>x</header>')).toBe('<body><header>x</header>')
  expect(insert('')).toBe('')
})

test('the document is known to who decides what is inserted', () => {
  const given: string[] = []
  insertIntoHead(Buffer.from('<head><script>mine</script>'), document => {
    given.push(document)
    return ''
  })
  expect(given).toEqual(['<head><script>mine</script>'])
})
