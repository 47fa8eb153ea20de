/** Loads what makes signals of the recorded events and sends them. The Vite plugin looks for this function: ../vite/agent-import.ts. */
export const loadAgent = () => import('./agent/agent.ts')
