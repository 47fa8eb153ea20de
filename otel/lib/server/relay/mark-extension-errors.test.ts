import { expect, test } from 'vitest'
import { markExtensionErrors } from './mark-extension-errors.ts'

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })

/** An uncaught exception as a browser sends it, after the relay has looked at it. */
function marked(message: string, stack = '', type = 'Error') {
  const attributes = [text('exception.type', type), text('exception.message', message)]
  if (stack !== '') attributes.push(text('exception.stacktrace', stack))
  const record = { severityNumber: 17, severityText: 'ERROR', attributes }
  const isAnyMarked = markExtensionErrors({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] })
  const origin = record.attributes.find(({ key }) => key === 'errata.exception.origin')?.value.stringValue
  expect(isAnyMarked).toBe(origin !== undefined)
  return [record.severityNumber, record.severityText, origin]
}

const asWarning = [13, 'WARN', 'browser_extension']
const asError = [17, 'ERROR', undefined]

const v8 = (...files: string[]) => `Error: x\n${files.map(file => `    at pay (${file}:1:2)`).join('\n')}`
const firefox = (...files: string[]) => files.map(file => `pay@${file}:1:2`).join('\n')

const extensions = [
  'chrome-extension://pejdijmoenmkgeppbflobdenhhabjlaj/inpage.js',
  'moz-extension://0a1b2c3d-aaaa-bbbb-cccc-0123456789ab/content.js',
  'safari-extension://com.example.ext/content.js',
  'safari-web-extension://0A1B2C3D-AAAA-BBBB-CCCC-0123456789AB/content.js',
  'ms-browser-extension://Example_1abc/content.js',
  'webkit-masked-url://hidden/',
]

test.each(extensions)('an exception whose frames are all of %s is a warning', file => {
  expect(marked('x', v8(file, file))).toEqual(asWarning)
  expect(marked('x', `${v8(file)}\n    at new Promise (<anonymous>)\n    at Array.map (native)`)).toEqual(asWarning)
  expect(marked('x', `    at ${file}:1:2`)).toEqual(asWarning)
  expect(marked('x', firefox(file, file))).toEqual(asWarning)
})

test.each(extensions)('an exception with one frame of the page is an error, whatever frames of %s it has', file => {
  for (const own of ['https://shop.example/assets/entry.js', 'app/routes/cart.tsx', 'http://127.0.0.1:3000/x.js']) {
    expect(marked('x', v8(own, file))).toEqual(asError)
    expect(marked('x', v8(file, own))).toEqual(asError)
    expect(marked('x', firefox(file, own))).toEqual(asError)
  }
})

test('a call of what this package has wrapped is no frame of the page', () => {
  const [file = ''] = extensions
  const wrapper = 'node_modules/@errata/otel/dist/lib/browser/entry/hook-fetch.js'
  expect(marked('Failed to fetch', v8(wrapper, file), 'TypeError')).toEqual(asWarning)
  expect(marked('Failed to fetch', v8(wrapper), 'TypeError')).toEqual(asError)
})

test.each([
  'Could not establish connection. Receiving end does not exist.',
  'Extension context invalidated.',
  'The message port closed before a response was received.',
  'A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received',
  'Attempting to use a disconnected port object',
  'Object Not Found Matching Id:3, MethodName:update, ParamCount:4',
  'Non-Error promise rejection captured with value: Object Not Found Matching Id:3, MethodName:simulateEvent, ParamCount:1',
  "can't access dead object",
  'Cannot redefine property: ethereum',
  'Cannot set property ethereum of #<Window> which has only a getter',
  'can\'t redefine non-configurable property "solana"',
  "undefined is not an object (evaluating 'top.GLOBALS')",
  'script failed to load: chrome-extension://abc/inpage.js',
  'script-src-elem blocked chrome-extension',
])('a known failure of extensions is a warning, unless the page takes part: %s', message => {
  expect(marked(message)).toEqual(asWarning)
  expect(marked(message, '', 'string')).toEqual(asWarning)
  expect(marked(message, v8('https://shop.example/assets/entry.js'))).toEqual(asError)
})

test.each([
  'Non-Error promise rejection captured with value: undefined',
  'the chrome-extension://abc/inpage.js is missing',
  'Object Not Found',
  'connection lost',
  'script failed to load: https://shop.example/chrome-extension/a.js',
  '',
])('any other message without a stack is an error: %s', message => {
  expect(marked(message)).toEqual(asError)
})

test('a message that quotes a frame of an extension is no frame', () => {
  const message = 'x\n    at pay (chrome-extension://abc/a.js:1:2)'
  expect(marked(message, `Error: ${message}\n    at pay (https://shop.example/a.js:1:2)`)).toEqual(asError)
})

test('the severity of what is no error stays, and of a browser no mark is taken', () => {
  const attributes = [text('exception.message', 'ours'), text('errata.exception.origin', 'browser_extension')]
  const warned = { severityNumber: 13, severityText: 'WARN', attributes: [text('exception.message', 'x')] }
  warned.attributes.push(text('exception.stacktrace', v8(extensions[0] ?? '')))
  const records = [{ severityNumber: 17, attributes }, warned, { severityNumber: 9, attributes: [] }]
  markExtensionErrors({ resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] })
  expect(records.map(({ severityNumber }) => severityNumber)).toEqual([17, 13, 9])
  expect(warned.attributes.at(-1)).toEqual(text('errata.exception.origin', 'browser_extension'))
  expect(records[0]?.attributes).toEqual([text('exception.message', 'ours')])
})
