/** The prefix of the router's paths without a final slash; '' for the whole server. */
export const routerBasename = () => window.__reactRouterDataRouter?.basename?.replace(/\/$/, '') ?? ''
