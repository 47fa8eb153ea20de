import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { context } from '@opentelemetry/api'
import {
  InstrumentationBase,
  InstrumentationNodeModuleDefinition,
  InstrumentationNodeModuleFile,
} from '@opentelemetry/instrumentation'
import { guard } from '../../guard.ts'
import { instrumentationScope } from '../../instrumentation-scope.ts'
import { getRuntime } from '../../runtime.ts'
import { isCatchAll, routeOfExpress } from '../requests/route-of-express.ts'
import { transactionOf } from '../requests/transaction.ts'

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown

/**
 * Shows the exception recorder and the SERVER span what handlers of Express, Koa, Fastify and Hono throw, without a span for each layer.
 */
export class FrameworkInstrumentation extends InstrumentationBase {
  constructor() {
    super(`${instrumentationScope.name}/frameworks`, instrumentationScope.version, {})
    subscribe('fastify.initialization', message => guard('errors of Fastify', () => watchFastify(message)))
  }

  protected override init() {
    const layer = (module: string, file: string, method: string) =>
      new InstrumentationNodeModuleDefinition(module, ['*'], undefined, undefined, [
        new InstrumentationNodeModuleFile(file, ['*'], exported => patch(exported, method, watchLayer), noUndo),
      ])
    return [
      layer('express', 'express/lib/router/layer.js', 'handle_request'),
      layer('router', 'router/lib/layer.js', 'handleRequest'),
      new InstrumentationNodeModuleDefinition('koa', ['>=2'], exported => {
        patch(exported.default ?? exported, 'handleRequest', watchKoa)
        return exported
      }),
      new InstrumentationNodeModuleDefinition(
        'hono',
        ['>=4'],
        undefined,
        undefined,
        // Of ES modules and of CommonJS. Every handler is registered here, including those of a mounted app.
        ['hono/dist/router/smart-router/router.js', 'hono/dist/cjs/router/smart-router/router.js'].map(
          file =>
            new InstrumentationNodeModuleFile(
              file,
              ['*'],
              exported => {
                patch(exported.SmartRouter, 'add', watchHono)
                return exported
              },
              noUndo,
            ),
        ),
      ),
    ]
  }
}

/** Wrappers check at each call whether telemetry is active, so nothing has to be undone. */
const noUndo = () => {}

const patchedKey = Symbol('errata.patched')

function patch<T extends { prototype?: Record<string, AnyFunction & { [patchedKey]?: true }> }>(
  exported: T,
  method: string,
  wrap: (original: AnyFunction) => AnyFunction,
): T {
  const original = exported.prototype?.[method]
  if (original === undefined || exported.prototype === undefined || original[patchedKey]) return exported
  exported.prototype[method] = Object.assign(wrap(original), { [patchedKey]: true as const })
  return exported
}

/** Express 4 and 5: records whatever a layer throws or passes on as an error, the first time. */
const watchLayer = (handle: AnyFunction): AnyFunction =>
  function (req, res, next) {
    if (typeof next !== 'function') return handle.call(this, req, res, next)
    const watched = (error?: unknown, ...rest: unknown[]) => {
      if (error && error !== 'route' && error !== 'router') {
        // On its way out the request loses where its router was mounted.
        if (req instanceof IncomingMessage) noteRoute(routeOfExpress(req))
        recordServerFault(error)
      }
      return next(error, ...rest)
    }
    return handle.call(this, req, res, watched)
  }

const watchKoa = (handleRequest: AnyFunction): AnyFunction =>
  function (ctx, run) {
    if (typeof run !== 'function') return handleRequest.call(this, ctx, run)
    const watched = async (at: { _matchedRoute?: unknown }) => {
      try {
        return await run(at)
      } catch (error) {
        recordServerFault(error)
        throw error
      } finally {
        noteRoute(at._matchedRoute)
      }
    }
    return handleRequest.call(this, ctx, watched)
  }

const watchHono = (add: AnyFunction): AnyFunction =>
  function (method, path, entry) {
    const [handler, ...rest] = Array.isArray(entry) ? entry : []
    if (typeof handler !== 'function') return add.call(this, method, path, entry)
    const watched: AnyFunction = function (...args) {
      noteRoute(path)
      try {
        const answer: unknown = Reflect.apply(handler, this, args)
        return answer instanceof Promise ? answer.catch(recordAndRethrow) : answer
      } catch (error) {
        return recordAndRethrow(error)
      }
    }
    return add.call(this, method, path, [watched, ...rest])
  }

function recordAndRethrow(error: unknown): never {
  recordServerFault(error)
  throw error
}

interface FastifyLike {
  addHook(name: string, hook: (...args: never[]) => void): void
}

function watchFastify(message: unknown): void {
  const { fastify } = message as { fastify: FastifyLike }
  fastify.addHook('onRequest', (req: { routeOptions?: { url?: unknown } }, _reply: unknown, done: () => void) => {
    noteRoute(req.routeOptions?.url)
    done()
  })
  fastify.addHook('onError', (_req: unknown, _reply: unknown, error: unknown, done: () => void) => {
    recordServerFault(error)
    done()
  })
}

/** An error with a 4xx status is the response to an invalid request. */
function recordServerFault(error: unknown): void {
  guard('error of a handler', () => {
    const at = context.active()
    if (transactionOf(at) === undefined || statusOf(error) < 500) return
    getRuntime()?.recordException(error, { outcome: 'unhandled', context: at })
  })
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null) return 500
  const status: unknown = Reflect.get(error, 'status') ?? Reflect.get(error, 'statusCode')
  return typeof status === 'number' && status >= 400 ? status : 500
}

function noteRoute(pattern: unknown): void {
  const transaction = transactionOf(context.active())
  if (transaction === undefined || typeof pattern !== 'string' || isCatchAll(pattern) || transaction.showsPage) return
  transaction.pattern ??= pattern
  transaction.isHandled = true
}
