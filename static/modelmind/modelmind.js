/**
 * Flask-ModelMind in the browser: makes every <modelmind-chat> on the page work.
 *
 * Without this script the launcher is a link and the form posts, to the same page.
 */
import {ModelMindChat} from './chat.js'

ModelMindChat.define()
