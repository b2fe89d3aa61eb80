// Sends a reminder, says what becomes of it and answers replies: a program on the npm package twilio, as its users
// write it. Nothing in it knows of this gateway. The README says how it is pointed here.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import twilio from 'twilio'

const { FROM, PORT = '3000', PUBLIC_URL, TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN } = process.env
const [to, body] = process.argv.slice(2)

createServer(async (request, response) => {
  const fields = Object.fromEntries(new URLSearchParams(await text(request)))
  const signature = request.headers['x-twilio-signature'] ?? ''
  if (!twilio.validateRequest(TWILIO_AUTH_TOKEN, signature, `${PUBLIC_URL}${request.url}`, fields)) {
    response.writeHead(403).end()
  } else if (request.url === '/status') {
    console.log(`${fields.MessageSid} is ${fields.MessageStatus}`)
    response.writeHead(204).end()
  } else {
    console.log(`${fields.From} says ${fields.Body}`)
    const answer = new twilio.twiml.MessagingResponse()
    answer.message('Thank you & see you then')
    response.writeHead(200, { 'content-type': 'text/xml' }).end(answer.toString())
  }
}).listen(Number(PORT))

const client = twilio(TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN)
const sent = await client.messages.create({ to, from: FROM, body, statusCallback: `${PUBLIC_URL}/status` })
console.log(`${sent.sid} is ${sent.status}`)
