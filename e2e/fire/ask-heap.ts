import { poll } from '../../test/poll.ts'

/** Memory of a process started with `--inspect --expose-gc` after garbage collection, in bytes. */
export interface ProcessMemory {
  readonly heapUsed: number
  readonly external: number
  readonly rss: number
}

const HOLDS = 'gc(), gc(), JSON.stringify(process.memoryUsage())'

export async function readProcessMemory(inspectorPort: number): Promise<ProcessMemory> {
  const [target]: { webSocketDebuggerUrl: string }[] = Object(
    await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json(),
  )
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  const answers: string[] = []
  socket.addEventListener('message', ({ data }) => answers.push(String(data)))
  await poll(
    () => socket.readyState,
    state => state === WebSocket.OPEN,
  )
  socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: HOLDS } }))
  const [answer = ''] = await poll(
    () => answers,
    all => all.length > 0,
  )
  socket.close()
  return JSON.parse(JSON.parse(answer).result.result.value)
}
