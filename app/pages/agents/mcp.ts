import type { Route } from './+types/mcp.ts'
import { answerMcp } from './answer-mcp.server.ts'

/** The tools of agents: docs/agents.md. */
export const loader = (args: Route.LoaderArgs): Promise<Response> => answerMcp(args)

export const action = (args: Route.ActionArgs): Promise<Response> => answerMcp(args)
