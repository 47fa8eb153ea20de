import { Worker } from 'node:worker_threads'

export interface AskedThreadOptions<Reply> {
  readonly file: URL
  readonly workerData: object
  /** Sees every answer, also one that came after its deadline. */
  readonly onReply?: (reply: Reply) => void
  /** The thread ended without having been told to. `error` is undefined where it ended well. */
  readonly onEnd?: (error: unknown) => void
}

export interface AskedThread<Request, Reply> extends AsyncDisposable {
  /** How many requests wait for an answer. */
  waiting(): number
  /**
   * Never rejects. `failed` when the thread ended first.
   *
   * @param handedOver Of the request: the thread has it from now on, and nobody here.
   */
  ask(request: Request, deadlineMs: number, handedOver?: readonly ArrayBuffer[]): Promise<Reply | 'deadline' | 'failed'>
}

/** More than all that a thread keeps, so that one map more can be read. */
const maxHeapMegabytes = 1_024
const idleMs = 60_000

/**
 * A thread that answers requests, started by the first one; it ends, with its memory, when a minute passed without one. Each request goes with an
 * `id`, which its answer has to carry.
 */
export function askedThread<Request extends object, Reply extends { readonly id: number }>({
  file,
  workerData,
  onReply,
  onEnd,
}: AskedThreadOptions<Reply>): AskedThread<Request, Reply> {
  const settlers = new Map<number, (outcome: Reply | 'deadline' | 'failed') => void>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  const end = async () => {
    const ended = worker
    worker = undefined
    clearTimeout(idle)
    for (const settle of settlers.values()) settle('failed')
    await ended?.terminate()
  }

  const start = (): Worker => {
    const started = new Worker(file, {
      workerData,
      // What the process was started with, `--import @errata/otel/register` above all, is not for this thread.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    })
    const endedItself = (error?: unknown) => {
      if (worker !== started) return
      void end()
      onEnd?.(error)
    }
    started.on('message', (reply: Reply) => {
      onReply?.(reply)
      settlers.get(reply.id)?.(reply)
    })
    started.on('error', endedItself)
    started.on('exit', code => endedItself(code === 0 ? undefined : new Error(`ended with ${code}`)))
    // Last: a listener for messages keeps the process alive again. Held by asked-thread.test.ts.
    started.unref()
    return started
  }

  return {
    waiting: () => settlers.size,
    ask(request, deadlineMs, handedOver = []) {
      const id = ++lastId
      let timer: NodeJS.Timeout | undefined
      const answer = new Promise<Reply | 'deadline' | 'failed'>(resolve => {
        timer = setTimeout(() => resolve('deadline'), deadlineMs)
        settlers.set(id, resolve)
      })
      worker ??= start()
      clearTimeout(idle)
      idle = setTimeout(end, idleMs).unref()
      worker.postMessage({ id, ...request }, [...handedOver])
      return answer.finally(() => {
        clearTimeout(timer)
        settlers.delete(id)
      })
    },
    [Symbol.asyncDispose]: end,
  }
}
