import { Worker } from 'node:worker_threads'

export interface WorkerClientOptions<Reply> {
  readonly file: URL
  readonly workerData: object
  /** Called for every reply, also for one after its deadline. */
  readonly onReply?: (reply: Reply) => void
  /** Called when the thread exits by itself. `error` is undefined if its exit code is 0. */
  readonly onExit?: (error: unknown) => void
  /** Milliseconds after which a thread that has not replied is terminated; the next request starts another. Default 30000. */
  readonly maxBusyMs?: number
}

export interface WorkerClient<Request, Reply> extends AsyncDisposable {
  /** Number of requests without a reply yet. */
  pending(): number
  /**
   * Never rejects. Resolves to `failed` if the thread exits first.
   *
   * @param transfer Buffers of the request that are moved to the thread instead of copied.
   */
  request(
    message: Request,
    deadlineMs: number,
    transfer?: readonly ArrayBuffer[],
  ): Promise<Reply | 'deadline' | 'failed'>
}

/** More than the caches of a thread, so that it can read one more map. */
const maxHeapMegabytes = 1_024
const idleMs = 60_000

/**
 * Sends requests to a worker thread. The first request starts it, and it is terminated after a minute without any, which frees its memory. Each
 * message has an `id`, which the reply must repeat.
 */
export function workerClient<Request extends object, Reply extends { readonly id: number }>({
  file,
  workerData,
  onReply,
  onExit,
  maxBusyMs = 30_000,
}: WorkerClientOptions<Reply>): WorkerClient<Request, Reply> {
  const settlers = new Map<number, (outcome: Reply | 'deadline' | 'failed') => void>()
  const overdue = new Map<number, NodeJS.Timeout>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  const end = async () => {
    const ended = worker
    worker = undefined
    clearTimeout(idle)
    for (const timer of overdue.values()) clearTimeout(timer)
    overdue.clear()
    for (const settle of settlers.values()) settle('failed')
    await ended?.terminate()
  }

  const start = (): Worker => {
    const started = new Worker(file, {
      workerData,
      // Without the process's own flags, such as `--import @errata/otel/register`.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes },
    })
    const exited = (error?: unknown) => {
      if (worker !== started) return
      void end()
      onExit?.(error)
    }
    started.on('message', (reply: Reply) => {
      clearTimeout(overdue.get(reply.id))
      overdue.delete(reply.id)
      onReply?.(reply)
      settlers.get(reply.id)?.(reply)
    })
    started.on('error', exited)
    started.on('exit', code => exited(code === 0 ? undefined : new Error(`ended with ${code}`)))
    // Last, because a listener for messages keeps the process alive again: see worker-client.test.ts.
    started.unref()
    return started
  }

  return {
    pending: () => settlers.size,
    request(message, deadlineMs, transfer = []) {
      const id = ++lastId
      let timer: NodeJS.Timeout | undefined
      const answer = new Promise<Reply | 'deadline' | 'failed'>(resolve => {
        // Neither the thread nor its deadline keeps a process alive that has nothing else to do.
        timer = setTimeout(() => resolve('deadline'), deadlineMs).unref()
        settlers.set(id, resolve)
      })
      worker ??= start()
      overdue.set(id, setTimeout(end, maxBusyMs).unref())
      clearTimeout(idle)
      idle = setTimeout(end, idleMs).unref()
      worker.postMessage({ id, ...message }, [...transfer])
      return answer.finally(() => {
        clearTimeout(timer)
        settlers.delete(id)
      })
    },
    [Symbol.asyncDispose]: end,
  }
}
