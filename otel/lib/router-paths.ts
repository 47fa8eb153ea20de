/** Suffixes of the paths with which React Router requests data and undiscovered routes. Checked by react-router/contract.test.ts. */
export const dataSuffix = '.data'
export const manifestSuffix = '/__manifest'
