import type { RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { Store } from '../../../store/store.ts'
import type { Reader } from '../../access/reader.ts'
import type { Role } from '../../access/roles.ts'

/** The parts of a request that an operation may use. */
export interface RunContext {
  readonly context: Readonly<RouterContextProvider>
  readonly reader: Reader
  /** By whom changes are counted, see `limitKeyOf`. */
  readonly limitKey: string
  /** Unix milliseconds. */
  readonly nowMs: number
  /**
   * Runs a function of the store, after those of pages. Cancelled when the client leaves and at the deadline of the request.
   *
   * @throws {StoreError} Any kind.
   */
  ask<Params, Answer>(run: StoreFunction<Params, Answer>, params: Params): Promise<Answer>
}

export type StoreFunction<Params, Answer> = (store: Store, params: Params, signal?: AbortSignal) => Promise<Answer>

/** Parameters of a path, all text. */
export type PathSchema = z.ZodObject<Record<string, z.ZodType>>
export type QuerySchema = z.ZodObject

interface OperationBasics<Id extends string = string> {
  /** Unique; a verb and a noun: `listIssues`. */
  readonly id: Id
  readonly method: 'GET' | 'POST'
  /** Below `/api/v1`, with `{name}` for each parameter. */
  readonly path: string
  readonly permission: Role
  /** The kind of thing that it is about, such as `Issues`. */
  readonly tag: string
  /** A few words. */
  readonly summary: string
  /** One or two sentences. */
  readonly description?: string
  readonly params: PathSchema
  readonly query: QuerySchema
  readonly body?: z.ZodType
  readonly answer: z.ZodType
  /** The status of an answer; 201 where something was made. @default 200 */
  readonly status?: 200 | 201
  /** True if answers have an `ETag`, so that who has the newest is not sent it again. */
  readonly hasEtag?: boolean
}

/** One operation of the API, with parsed arguments. */
export interface Operation extends OperationBasics {
  /** Reads the pages of a list; absent for what is no list. */
  readonly list?: ListOperation
  /** Sends an answer of JSON as it is read; absent for what is answered at once. */
  readonly stream?: (asked: RunContext, args: ParsedArgs) => Promise<AsyncIterable<string>>
  run(asked: RunContext, args: ParsedArgs): Promise<unknown>
}

/** An operation that says what a client sends and is answered. The types alone are used, see `AnswerOf` in operation-types.ts. */
export interface TypedOperation<Id extends string, Input, Answer> extends Operation {
  readonly id: Id
  readonly '~types'?: { readonly input: Input; readonly answer: Answer }
}

/** The input that a client sends. An object without fields would refuse those of others. */
export type FieldsOf<Schema extends z.ZodType> = string extends keyof z.input<Schema> ? unknown : z.input<Schema>

export interface ParsedArgs {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** Reads a list: one page, or one after the other for an export. */
export interface ListOperation {
  /** @throws {Problem} For an order that changes while the list is read. */
  readonly checkExport: (query: unknown) => void
  readPage(asked: RunContext, args: ParsedArgs & PageArgs): Promise<ListPage>
}

export interface PageArgs {
  readonly path: Readonly<Record<string, string>>
  /** The query as it was sent. */
  readonly search: URLSearchParams
  readonly limit: number
  readonly cursor: string
}

export interface ListPage {
  readonly items: readonly unknown[]
  /** The cursor of the next page; `null` on the last. */
  readonly next: string | null
  /** The time that it is of, if it has one. */
  readonly from?: string
  readonly to?: string
}

interface OperationDefinition<
  Id extends string,
  Params extends PathSchema,
  Query extends QuerySchema,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> extends OperationBasics<Id> {
  readonly params: Params
  readonly query: Query
  readonly body?: Body
  readonly answer: Answer
  run(
    asked: RunContext,
    args: { readonly params: z.output<Params>; readonly query: z.output<Query>; readonly body: z.output<Body> },
  ): Promise<z.input<Answer>>
}

/** Defines an operation whose arguments have the types of its schemas: {@link Operation.run} gets what they parsed. */
export function defineOperation<
  const Id extends string,
  Params extends PathSchema,
  Query extends QuerySchema,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>({
  run,
  ...basics
}: OperationDefinition<Id, Params, Query, Body, Answer>): TypedOperation<
  Id,
  FieldsOf<Params> & FieldsOf<Query> & FieldsOf<Body>,
  z.output<Answer>
> {
  return { ...basics, run: (asked, args) => run(asked, args as Parameters<typeof run>[1]) }
}

interface StreamDefinition<
  Id extends string,
  Params extends PathSchema,
  Query extends QuerySchema,
  Answer extends z.ZodType,
> extends Omit<OperationBasics<Id>, 'body' | 'status' | 'hasEtag'> {
  readonly params: Params
  readonly query: Query
  readonly answer: Answer
  /** Reads the first part before it returns, so that an outage has its status. */
  stream(
    asked: RunContext,
    args: { readonly params: z.output<Params>; readonly query: z.output<Query> },
  ): Promise<AsyncIterable<string>>
}

/** Defines an operation whose answer may be larger than the memory of the app. */
export function defineStream<
  const Id extends string,
  Params extends PathSchema,
  Query extends QuerySchema,
  Answer extends z.ZodType,
>({
  stream,
  ...basics
}: StreamDefinition<Id, Params, Query, Answer>): TypedOperation<
  Id,
  FieldsOf<Params> & FieldsOf<Query>,
  z.output<Answer>
> {
  return {
    ...basics,
    stream: (asked, args) => stream(asked, args as Parameters<typeof stream>[1]),
    run: () => Promise.reject(new Error('It is sent as it is read.')),
  }
}
