/** How a path ends by which React Router asks for data, and for routes that it does not know yet. Held by react-router/contract.test.ts. */
export const dataSuffix = '.data'
export const manifestSuffix = '/__manifest'
