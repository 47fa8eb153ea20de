// The stock of a shop, which is being counted.
const express = require('express')

const app = express()
app.get('/stock/:sku', (_request, response) => response.status(503).send('being counted'))
app.listen(Number(process.argv[2]), '127.0.0.1')
