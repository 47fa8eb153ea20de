import { expect, test } from 'vitest'
import { describeSpanFailure } from './describe-span-failure.ts'

const failed = { failed: true, answer: 0, attributes: {}, isLocalRoot: true, status: 'Error' }
const why = (of: Partial<Parameters<typeof describeSpanFailure>[0]>) => describeSpanFailure({ ...failed, ...of })

test('a failure that the HTTP status does not tell has its reason', () => {
  const graphql = { 'graphql.operation.type': 'query' }
  expect(why({ attributes: graphql, status: 'Unset' })).toBe('GraphQL error')
  expect(why({ attributes: { ...graphql, 'graphql.errors.count': '2' } })).toBe('2 GraphQL errors')
  expect(why({ attributes: { 'graphql.field.path': 'pay' }, isLocalRoot: false })).toBe('GraphQL error')
  expect(why({ attributes: { 'rpc.grpc.status_code': '13' } })).toBe('gRPC INTERNAL')
  expect(why({ attributes: { 'rpc.response.status_code': 'unavailable' } })).toBe('gRPC UNAVAILABLE')
  expect(why({ answer: 200 })).toBe('failed after answering 200')
  expect(why({ attributes: { 'error.type': 'KafkaJSError' } })).toBe('KafkaJSError')
})

test('what did not fail, what its status explains, and what nothing explains has none', () => {
  expect(why({ failed: false, answer: 200 })).toBe('')
  expect(why({ answer: 503 })).toBe('')
  expect(why({})).toBe('')
  expect(why({ answer: 200, isLocalRoot: false })).toBe('')
})
