// Sells what its database and its stock have.
const http = require('node:http')
const { context, trace } = require('@opentelemetry/api')
const express = require('express')
const mysql = require('mysql2')

const [port, stockPort] = process.argv.slice(2).map(Number)

/** A server of MySQL's protocol, which answers every statement with OK. */
const server = mysql.createServer(connection => {
  connection.serverHandshake({
    protocolVersion: 10,
    serverVersion: '8.0.29',
    connectionId: 1,
    statusFlags: 2,
    characterSet: 8,
    capabilityFlags: 0xffffff ^ 2048,
  })
  connection.on('error', () => {}) // It ends without a word of this server's.
  connection.on('query', () => connection.writeOk())
})
server.listen(0)

const app = express()
app.use((request, _response, next) => {
  const user = request.get('x-user')
  if (user) trace.getSpan(context.active())?.setAttribute('enduser.id', user)
  next()
})
app.get('/orders/:id', (request, response) => {
  if (request.params.id === 'broken') throw new RangeError('no such page of the ledger')
  const database = mysql.createConnection({
    host: '127.0.0.1',
    port: server._server.address().port,
    database: 'orders',
  })
  database.query('SELECT id FROM orders WHERE id = ?', [request.params.id], (error, rows) => {
    database.end()
    response.status(error ? 500 : 200).json(error ? error.message : rows)
  })
})
app.get('/stock', (_request, response) => {
  http.get(`http://127.0.0.1:${stockPort}/stock/tea`, answer => {
    answer.resume()
    response.status(answer.statusCode).send('see above')
  })
})
app.listen(port, '127.0.0.1')
