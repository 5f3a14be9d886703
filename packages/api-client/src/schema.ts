// Made by packages/api-client/make-schema.ts from docs/api/openapi.json.

export interface paths {
    "/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin an upload
         * @description tus creation, and creation with upload. `Upload-Metadata` takes what `POST /captures` takes, each value in base64: `filename`, `clientId`, `source`, `document`, `page`.
         */
        post: operations["beginUpload"];
        delete?: never;
        /**
         * Show what uploads may be
         * @description Version, extensions and the most a file may have.
         */
        options: operations["showUploadOptions"];
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End an upload
         * @description Nothing of it stays.
         */
        delete: operations["endUpload"];
        options?: never;
        /**
         * Show how far an upload is
         * @description Where to go on after a broken connection.
         */
        head: operations["showUpload"];
        /**
         * Go on with an upload
         * @description Appends bytes. With the last one it becomes a capture, and the upload is gone.
         */
        patch: operations["continueUpload"];
        trace?: never;
    };
    "/captures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List captures
         * @description Captures, newest first unless `sort` says otherwise.
         */
        get: operations["listCaptures"];
        put?: never;
        /**
         * Send a capture
         * @description Takes in one picture or PDF (multipart part `file`; optional `clientId`, a UUID that makes a repeat harmless, and `source`). Pages photographed one by one become one document: send page 1 with `document` (a UUID, its `clientId`) and `page` 1, the others with the same `document`, their `page` and a `clientId` of their own, in any order; 409 `capture.document_missing` means that page 1 is not here yet. Resumable uploads (tus, `/uploads`) take the same names as metadata. Answers once the bytes and the row survive a power cut: 201 for a new capture, 200 for a repeat. What was refused before can be known from the headers alone: then the rest of the request is not read. A client that repeats also says its `clientId` in the address, so that a repeat is answered even where nothing new is taken in any more.
         */
        post: operations["sendCapture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a capture
         * @description A document at one of its pages: what was read there, word by word.
         */
        get: operations["getCapture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the file of a capture
         * @description The bytes that were sent, in the media type they are of. Ranges are answered.
         */
        get: operations["getOriginal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the picture of a page
         * @description Upright, to look at.
         */
        get: operations["getView"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/thumbnail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the thumbnail of a page
         * @description Small, for lists.
         */
        get: operations["getThumbnail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/flattened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the flattened picture of a page
         * @description The document in the picture as if it lay flat under a scanner; 404 where none was found.
         */
        get: operations["getFlattened"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a capture
         * @description Out of the inbox, still found.
         */
        post: operations["archiveCapture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a capture back to the inbox
         * @description Out of the archive.
         */
        post: operations["unarchiveCapture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a capture to the trash
         * @description It is deleted after 30 days.
         */
        post: operations["trashCapture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a capture
         * @description Out of the trash.
         */
        post: operations["restoreCapture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a capture
         * @description Gives a capture to a member who may review, or to nobody (`null`).
         */
        post: operations["assignCapture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/tag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tag a capture
         * @description Puts a tag of at most 40 characters on a document, which has room for 20. One that is in use stays written as it is.
         */
        post: operations["tagCapture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/untag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a tag off a capture
         * @description In whatever case it is written.
         */
        post: operations["untagCapture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags
         * @description The tags in use, the most frequent first, at most 200.
         */
        get: operations["listTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes of a capture
         * @description Notes of a document, oldest first.
         */
        get: operations["listNotes"];
        put?: never;
        /**
         * Add a note to a capture
         * @description Plain text of at most 2,000 characters; a document has room for 100.
         */
        post: operations["addNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/notes/{noteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note
         * @description One’s own; admins and owners anybody’s. For 30 days it can be restored.
         */
        delete: operations["deleteNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/notes/{noteId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a deleted note
         * @description For those who may delete it.
         */
        post: operations["restoreNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pages of a document
         * @description The pages of a document. The id of each opens its picture and its reading.
         */
        get: operations["listPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List records
         * @description Records of everything that is not in the trash, newest first; with `updatedSince` what changed longest ago first. What changes while you page comes again at the end, so that nothing is missed. A change that takes long to save is dated when it began: ask from a minute before the newest `updatedAt` you have and leave alone what you know by `id` and `revision`, or follow `GET /events`, which has no such overlap.
         */
        get: operations["listRecords"];
        put?: never;
        /**
         * Add a record
         * @description Adds a record, in review, to a page that was read; its type is one of a plugin the company has installed. Reading the page again leaves it as it is.
         */
        post: operations["addRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a record
         * @description One record with where each value was seen.
         */
        get: operations["getRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Correct a record
         * @description Puts values in fields, all of them or none; `null` empties one. With `type` it becomes a record of another type, of a plugin the company has installed, and keeps the fields both types have. Only while the record is in review; 412 `record.revision_differs` where somebody was faster.
         */
        patch: operations["changeRecord"];
        trace?: never;
    };
    "/records/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a record
         * @description The record is not to be used.
         */
        post: operations["rejectRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a record
         * @description Stands for the record as it is. Where it fails checks beside the confirmed records of the company, each has to be named in `despite`: else 409 `record.checks_fail` with `checks`. A total above what the company lets one person confirm stays in review with `confirmations: 1` until somebody else confirms it; the same person gets 409 `record.second_person_needed`.
         */
        post: operations["confirmRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen a record
         * @description Back to review, confirmed or rejected. What was exported by a profile needs a reason: 409 `record.exported` without.
         */
        post: operations["reopenRecord"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow events without a gap
         * @description Server-sent events (`text/event-stream`) from now on, or from `Last-Event-ID` on: each once, none left out, in one order for the company, also across restarts. `hello` comes first; each `data` is an `Event`. A key hears of captures with `captures:read`, of records with `records:read`; operators of their own. Events are kept for 7 days: 409 `events.too_old` for what is older, then list again. At most 5 streams for each key or person: 429 `live.too_many`.
         *
         *     With `after`, a number, one page of what leaves the company instead, as JSON: the same bodies and numbers that webhooks are sent, kept for 30 days, so that a receiver fills its gaps. `after=0` begins at the beginning; 409 `events.too_old` where something after the number was deleted. A key needs `captures:read` and `records:read`, and `watches:read` for alarms.
         */
        get: operations["followEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export in the background
         * @description Exports the confirmed records of every capture that the filters name into a file, in the background, whatever their number. Ask the address in `Location` until it is `done` or `failed`; it stays for 7 days after that. A company has at most 10 that are not done: 429 `export.too_many`.
         */
        post: operations["requestExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an export
         * @description How far an export is.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the file of an export
         * @description The file of an export that is done, whole or a range of it. 409 `export.not_done` before, and where it failed.
         */
        get: operations["getExportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/{id}/originals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the originals that go with an export
         * @description The files its records were read from as a ZIP file, each once, with names by the pattern of the profile. 404 `export.no_originals` where its profile adds none.
         */
        get: operations["getExportOriginals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The webhooks of the company and how they are, by name.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook
         * @description From now on events go there, signed by Standard Webhooks. At most 50 targets in a company. The answer is never kept under an `Idempotency-Key`, for the secret that is in it.
         */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Nothing goes there any more. For 30 days it can be restored in the settings.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description Makes a new secret. For 24 hours every request is signed with both.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say which records go to a webhook
         * @description It counts from now on. `{}`: every record.
         */
        put: operations["setWebhookRule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a rule
         * @description Runs a rule over the last 100 confirmed records. Nothing is changed or sent.
         */
        post: operations["previewWebhookRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description What went to targets, or waits to, newest first; kept for 30 days, what did not arrive for longer.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description With every try: the request and the answer.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description Sends it again, under the same id and with the whole schedule before it.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip a delivery
         * @description Gives it up, so that later events of the same record go out.
         */
        post: operations["skipDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{id}/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List samples of a watch
         * @description Samples, newest first.
         */
        get: operations["listSamples"];
        put?: never;
        /**
         * Send samples of a watch
         * @description Takes in what a device has read of a watch, at most 500 samples a request; repeats are harmless. Times are those of the device: the answer says how far its clock is off. An empty list says that the watch still runs, which is expected once a minute.
         */
        post: operations["sendSamples"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List watches
         * @description Every watch of the company by name.
         */
        get: operations["listWatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a watch
         * @description One watch with its last value and who reads it.
         */
        get: operations["getWatch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{id}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the course of a watch
         * @description Least, greatest and mean value of each step of a period, in columns; `stepMs` null where each point is a sample.
         */
        get: operations["getSeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{id}/alarms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alarms of a watch
         * @description The newest hundred, newest first.
         */
        get: operations["listAlarms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export samples of a watch
         * @description Every sample of a period as a table.
         */
        get: operations["exportSamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{id}/samples/{sampleId}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the picture of a sample
         * @description The region as it looked then.
         */
        get: operations["getSamplePicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{id}/alarms/{alarmId}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the picture of an alarm
         * @description The region as it looked when the alarm began.
         */
        get: operations["getAlarmPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device/readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the readers a device runs
         * @description The readers of the company with their code, in the order they run, and the text models of the installation that are in use.
         */
        get: operations["listDeviceReaders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/demo/readers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the readers of the demonstration
         * @description The readers that come with every installation, for who has not signed in.
         */
        get: operations["listDemoReaders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device/models/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file of a text model
         * @description The network or the characters of a text model that `/device/readers` names; 404 where none that is in use has this hash.
         */
        get: operations["getModelFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description The people of the company by name; who sees only their own captures sees only themselves.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description Invitations that wait for an answer, and those that expired in the last 30 days; newest first. For admins and owners.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody
         * @description Invites one address by mail. The link works once and goes to that address alone: no program gets to see it. A role below that of the key, for owners any.
         */
        post: operations["invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Its link stops working. One that was accepted is not withdrawn.
         */
        delete: operations["withdrawInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who did what
         * @description The audit list of the company, newest first. For admins and owners.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what is used of the limits
         * @description What the company has used and what it may use. Months and days are those of UTC; open invitations count as members to come, unfinished uploads as the bytes they were promised.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved views
         * @description One’s own, for a key those of who made it, and those shown to everyone, by name.
         */
        get: operations["listViews"];
        put?: never;
        /**
         * Save a view
         * @description Keeps filters under a name; showing them to everyone is for reviewers and above.
         */
        post: operations["saveView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a saved view
         * @description One’s own; from reviewer on also those shown to everyone.
         */
        delete: operations["deleteView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plugins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plugins
         * @description What the company can install: its own first, then what comes with Readout.
         */
        get: operations["listPlugins"];
        put?: never;
        /**
         * Publish a plugin
         * @description Takes in a package of a plugin (the file as the body) as a version of the company’s own, which the server signs with its key. The same bytes again change nothing; other bytes under the same version are refused.
         */
        post: operations["publishPlugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/installations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List installed plugins
         * @description The plugins of the company in the order they run.
         */
        get: operations["listInstallations"];
        put?: never;
        /**
         * Install a plugin
         * @description Pins a version, the newest unless one is named, and switches it on behind the plugins that are there. What it asks for is granted with that.
         */
        post: operations["installPlugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/installations/{plugin}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an installed plugin
         * @description How the company uses one plugin.
         */
        get: operations["getInstallation"];
        put?: never;
        post?: never;
        /**
         * Uninstall a plugin
         * @description Takes it off with its settings and its rule. What it read stays.
         */
        delete: operations["uninstallPlugin"];
        options?: never;
        head?: never;
        /**
         * Change how a plugin is used
         * @description Switches it on or off, sets its rule or its settings, moves it in the order or to another version. What was read before stays. 412 `plugin.revision_differs` where somebody was faster.
         */
        patch: operations["changeInstallation"];
        trace?: never;
    };
    "/installations/{plugin}/roll-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Go back to the version before
         * @description Moves the installation to `previous`; its settings and its rule stay.
         */
        post: operations["rollBackInstallation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plugin-packages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a plugin with a key
         * @description For programs, with an API key (cookies count nothing here): takes in a package of a plugin the key is for (the file as the body) as a version of the company’s own, which the server signs with its key. The same bytes again change nothing and are answered alike; other bytes under the same version are refused.
         */
        post: operations["publishPluginPackage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/platform/plugins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offer a plugin to every company
         * @description For administrators of the installation: puts a package of a plugin (the file as the body) into the catalogue, offered to every company, signed with the key of this installation. The same bytes again change nothing; other bytes under the same version are refused.
         */
        post: operations["carryInPlugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{id}/reread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a capture again
         * @description Reads a capture again. What a person changed stays; what would change is proposed.
         */
        post: operations["rereadCapture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export records
         * @description The confirmed records of every capture that the filters name, as one file. A table holds one type of record: where the captures have several, `type` says which.
         */
        get: operations["exportRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/device/queue-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the key of the queue on a device
         * @description Under which a browser keeps what could not be sent yet (AES-256, base64).
         */
        get: operations["getQueueKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow changes as they happen
         * @description Server-sent events for open pages: `hello` at once, then `change` `{captureId, documentId}`, `watch` `{watchId}`, `notification` `{unread}`, `company` and `platform` where what is shown about them is old, `session` `{reason}` and `resync` as the last one.
         */
        get: operations["followChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this description
         * @description The interface as OpenAPI 3.1.
         */
        get: operations["getDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "record.confirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * record.confirmed
         * @description A record was confirmed, by a person, program or rule.
         */
        post: operations["record.confirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "record.corrected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * record.corrected
         * @description A record that had left before was confirmed again with other values.
         */
        post: operations["record.corrected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "record.reopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * record.reopened
         * @description A confirmed record is in review again: what was sent of it does not count for now.
         */
        post: operations["record.reopened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "capture.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * capture.failed
         * @description A page could not be read.
         */
        post: operations["capture.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "watch.alarm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * watch.alarm
         * @description A watch is beyond a limit, or no longer read.
         */
        post: operations["watch.alarm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        RecordEvent: {
            /** @enum {string} */
            type: "record.confirmed" | "record.corrected" | "record.reopened";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Its number in the company: without a gap, the same here, in `GET /events` and in the log. */
            sequence: number;
            data: {
                record: components["schemas"]["Record"];
                capture: components["schemas"]["Capture"];
            };
        };
        Record: {
            /** Format: uuid */
            id: string;
            /**
             * Format: uuid
             * @description The document it was read from.
             */
            captureId: string;
            /** @description The page it begins on; each value names its own. */
            page: number;
            plugin: string;
            pluginVersion: string;
            type: string;
            state: components["schemas"]["RecordState"];
            rejectedReason: string | null;
            confidence: number;
            fields: {
                [key: string]: components["schemas"]["Field"];
            };
            /** @description What it fails beside the confirmed records of the company. It is confirmed by a rule only without, and by a program that names each in `despite`. */
            companyChecks: components["schemas"]["CompanyCheck"][];
            /** @description 1 while a record in review waits for a second person; of a confirmed one 2, where two confirmed it. */
            confirmations: number;
            /** @description Its total is larger than the company lets one person confirm. */
            needsSecondPerson: boolean;
            /** @description The first of two people. */
            firstConfirmedBy: components["schemas"]["Person"] | null;
            /** Format: date-time */
            firstConfirmedAt: string | null;
            assignedTo: components["schemas"]["Person"] | null;
            /** @description Grows with every change; also the `ETag`. */
            revision: number;
            confirmedBy: components["schemas"]["Person"] | null;
            /** Format: date-time */
            confirmedAt: string | null;
            /** @description Who added it; null: a plugin made it. */
            addedBy: components["schemas"]["Person"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @enum {string} */
        RecordState: "needs_review" | "confirmed" | "rejected";
        Field: {
            /**
             * @description `seen`: read at the places in `evidence`; `computed`: follows from others; `entered`: a person or program put it there.
             * @enum {string}
             */
            kind: "seen" | "computed" | "entered";
            /** @description Amounts as `"1471.60"`, dates as `"2026-03-05"`, `null` where it is empty. */
            value?: unknown;
            /** @description As printed. */
            raw: string;
            /** @description 0 to 1; null for what was entered. Lower where people of the company often corrected the field though it was read without doubt. */
            confidence: number | null;
            /** @description Where it was seen on a page; empty where it was not. */
            seenAt: {
                page: number;
                box: components["schemas"]["Box"];
            }[];
            checks: {
                name: string;
                passed: boolean;
                reason: string;
                /**
                 * @description `host`: made by Readout of the values as they stand; `plugin`: the word of the plugin.
                 * @enum {string}
                 */
                by: "host" | "plugin";
            }[];
            /** @description What it rests on: pixels, a barcode, or what a file says, such as the e-invoice in a PDF; empty where nothing shows it. */
            evidence: components["schemas"]["Evidence"][];
        };
        /** @description Corners in pixels of the upright picture, clockwise from the top left of the text. */
        Box: number[][];
        Evidence: {
            /** @enum {string} */
            kind: "pixels" | "code" | "file";
            page: number;
            box?: components["schemas"]["Box"] & unknown;
            /** @description Id of the barcode in the reading, of `code`. */
            barcode?: string;
            /** @description Id of the file in the reading of that page, of `file`. */
            file?: string;
            /** @description The element or attribute, of `file`: `/ubl:Invoice/cac:InvoiceLine[2]/cbc:ID`. */
            path?: string;
            /** @description Of `code` the first character of the barcode’s text, from 0, in UTF-16 code units; all of the text without. Of `file` the first byte of the file’s text as UTF-8 without a mark. */
            from?: number;
            /** @description The character or byte behind the last. */
            to?: number;
        };
        CompanyCheck: {
            /** @enum {string} */
            check: "same_number" | "same_amount" | "missing_number" | "other_iban" | "unusual_total" | "unknown_tax_rate";
            /** @description The field it is about. */
            field: string;
            reason: string;
            /**
             * Format: uuid
             * @description The confirmed record it was compared with.
             */
            record?: string;
            /**
             * Format: uuid
             * @description The page that record was read from.
             */
            capture?: string;
        };
        Person: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        Capture: {
            /** Format: uuid */
            id: string;
            fileName: string;
            title: string | null;
            state: components["schemas"]["CaptureState"];
            failureCode: string | null;
            /** @enum {string} */
            source: "upload" | "paste" | "camera" | "desktop" | "api" | "sample";
            pageCount: number;
            width: number | null;
            height: number | null;
            /** Format: uuid */
            duplicateOf: string | null;
            recordCount: number;
            reviewCount: number;
            assignedTo: components["schemas"]["Person"] | null;
            createdBy: components["schemas"]["Person"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            archivedAt: string | null;
            /** Format: date-time */
            trashedAt: string | null;
            revision: number;
            /** @description At most three, best first. */
            records: components["schemas"]["RecordSummary"][];
            /** @description By name. */
            tags: string[];
            noteCount: number;
            /** @description What lists are sorted by: what its records say first, the rejected ones left out. */
            sortedBy: {
                date: string | null;
                amount: number | null;
                merchant: string | null;
                confidence: number | null;
            };
            /**
             * @description It has what was searched for only with a wrong letter.
             * @enum {boolean}
             */
            isNear?: true;
            /** @description Of the `fields` that were asked for, by name: of the record the filters are about, else of the first that has one of them. */
            values?: {
                [key: string]: {
                    label: string;
                    value: string;
                    /**
                     * @description As the plugin declares it.
                     * @enum {string|null}
                     */
                    type: "text" | "amount" | "number" | "date" | "time" | "currency" | "code" | "address" | "list" | "map" | "choice" | "boolean" | null;
                    /** @description Of a table. */
                    rows: number | null;
                } | null;
            };
        };
        /**
         * @description `received`: waits to be read.
         * @enum {string}
         */
        CaptureState: "received" | "reading" | "read" | "failed";
        RecordSummary: {
            /** Format: uuid */
            id: string;
            plugin: string;
            type: string;
            state: components["schemas"]["RecordState"];
            confidence: number;
            title: string;
            /**
             * @description Of the title, as the plugin declares it.
             * @enum {string|null}
             */
            titleType: "text" | "amount" | "number" | "date" | "time" | "currency" | "code" | "address" | "list" | "map" | "choice" | "boolean" | null;
            facts: {
                label: string;
                value: string;
                /**
                 * @description As the plugin declares it.
                 * @enum {string|null}
                 */
                type: "text" | "amount" | "number" | "date" | "time" | "currency" | "code" | "address" | "list" | "map" | "choice" | "boolean" | null;
                /** @description Of a table. */
                rows: number | null;
            }[];
            failedChecks: number;
        };
        CaptureEvent: {
            /** @enum {string} */
            type: "capture.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Its number in the company: without a gap, the same here, in `GET /events` and in the log. */
            sequence: number;
            data: {
                capture: components["schemas"]["Capture"];
                /** @description The page that could not be read. */
                page: number;
            };
        };
        WatchEvent: {
            /** @enum {string} */
            type: "watch.alarm";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Its number in the company: without a gap, the same here, in `GET /events` and in the log. */
            sequence: number;
            data: {
                watch: components["schemas"]["Watch"];
                /** @description Null where the alarm is that nothing is read. */
                sample: components["schemas"]["Sample"] | null;
                alarm: {
                    /** Format: uuid */
                    id: string;
                    /** @enum {string} */
                    kind: "above" | "below" | "lost";
                    /** @enum {string|null} */
                    cause: "unreadable" | "implausible" | "source_ended" | "silent" | null;
                    bound: number | null;
                    /** Format: date-time */
                    openedAt: string;
                };
            };
        };
        Watch: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            sourceKind: "screen" | "camera";
            /** Format: uuid */
            regionProfileId: string | null;
            /** @description Where it reads, in pixels of the frame it was marked on. */
            place: {
                frame: {
                    width: number;
                    height: number;
                };
                region: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                };
            };
            reads: {
                /** @enum {string} */
                kind: "text" | "number" | "segments";
                /** @enum {string} */
                decimalMark?: "." | ",";
                digits?: number;
                decimals?: number;
                unit?: string;
                min?: number;
                max?: number;
            };
            /** @description null: whenever the picture changes. */
            intervalMs: number | null;
            low: number | null;
            high: number | null;
            maxRate: number | null;
            ratePerMs: number | null;
            /** @enum {string} */
            direction: "any" | "up" | "down";
            lostAfter: number;
            /** @description null: for ever. */
            keepDays: number | null;
            /** @enum {string} */
            state: "active" | "paused" | "ended";
            revision: number;
            createdBy: components["schemas"]["Person"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            trashedAt: string | null;
            last: {
                /** Format: uuid */
                sampleId: string;
                /** Format: date-time */
                takenAt: string;
                value: number | null;
                text: string | null;
                confidence: number;
                state: components["schemas"]["SampleState"];
                /** Format: uuid */
                pictureId: string | null;
            } | null;
            run: {
                /** Format: uuid */
                id: string;
                by: components["schemas"]["Person"];
                device: string;
                /** @enum {string} */
                state: "running" | "stopped" | "source_ended";
                /** Format: date-time */
                heardAt: string;
                /** @description Server's clock less the device's. */
                clockSkewMs: number;
            } | null;
            openAlarms: components["schemas"]["AlarmKind"][];
            unseenAlarms: number;
        };
        /** @enum {string} */
        SampleState: "ok" | "implausible" | "unreadable" | "confirmed" | "rejected";
        /** @enum {string} */
        AlarmKind: "above" | "below" | "lost";
        Sample: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            takenAt: string;
            /** Format: date-time */
            receivedAt: string;
            value: number | null;
            text: string | null;
            confidence: number;
            state: components["schemas"]["SampleState"];
            reason: string | null;
            /** @enum {string|null} */
            gap: "paused" | "page_closed" | "source_ended" | "asleep" | null;
            hasPicture: boolean;
            /** @description What was read, where a person put another value in its place. */
            read: {
                value: number | null;
                text: string | null;
            } | null;
            decided: {
                by: components["schemas"]["Person"];
                /** Format: date-time */
                at: string;
                reason: string | null;
            } | null;
            /** @description Why the value is not believed. */
            implausible: ({
                /** @enum {string} */
                rule: "range" | "rate" | "direction";
                value: number;
            } & {
                [key: string]: unknown;
            }) | null;
        };
        /** @description RFC 9457, with the values of its sentence. */
        Problem: {
            type: string;
            status: number;
            /** @description Permanent; listed in the error catalogue. */
            code: string;
            title: string;
            detail: string;
            /** @description What to do now. */
            action?: string;
        } & {
            [key: string]: unknown;
        };
        Accepted: {
            capture: components["schemas"]["AcceptedCapture"];
            /** @description First capture with the same bytes. */
            duplicateOf: {
                /** Format: uuid */
                id: string;
                fileName: string;
            } | null;
            /**
             * @description How the stored file of earlier captures with the same bytes was before this one took its place; null where nothing was wrong.
             * @enum {string|null}
             */
            healed: "altered" | "missing" | null;
        };
        AcceptedCapture: {
            /** Format: uuid */
            id: string;
            state: components["schemas"]["CaptureState"];
            fileName: string;
            mediaType: string;
            byteSize: number;
            sha256: string;
            source: string;
            /**
             * Format: uuid
             * @description The document it is a page of; its own id for page 1.
             */
            documentId: string;
            pageNumber: number;
            /** Format: date-time */
            createdAt: string;
        };
        CapturePage: {
            items: components["schemas"]["Capture"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
            /** @description Exact up to 10,000. */
            total: number;
            totalIsMinimum: boolean;
        };
        CaptureDetail: {
            capture: components["schemas"]["Capture"];
            pages: components["schemas"]["Page"][];
            page: components["schemas"]["OpenPage"];
            /** @description The newest of this page. */
            reading: components["schemas"]["Reading"] | null;
            /**
             * Format: uuid
             * @description Id of that reading.
             */
            readingId: string | null;
            /** @description Records of this page as the pages show them. Programs take `GET /records?capture=…`. */
            records?: unknown[];
            /** @description What a new reading would change where a person has already worked. */
            proposal?: Record<string, never> | null;
            /** @description Installed readers that gave nothing when the page was read, and why. */
            notRun: {
                plugin: string;
                version: string;
                code: string;
                detail: string;
                mayRun: boolean;
                name: string;
            }[];
            /** @description Their types, by `plugin/type`. */
            recordTypes?: Record<string, never>;
            /** @description Types a record can be given. */
            offeredTypes?: unknown[];
            /** @description Other captures with the same bytes, oldest first. */
            duplicates: {
                /** Format: uuid */
                id: string;
                fileName: string;
                /** Format: date-time */
                createdAt: string;
            }[];
            /** @description What who asks may do here. */
            may: {
                edit: boolean;
                confirm: boolean;
                review: boolean;
                change: boolean;
                assign: boolean;
            };
        };
        Page: {
            /**
             * Format: uuid
             * @description Opens its picture and its reading.
             */
            id: string;
            pageNumber: number;
            state: components["schemas"]["CaptureState"];
            failureCode: string | null;
            width: number | null;
            height: number | null;
        };
        OpenPage: {
            /**
             * Format: uuid
             * @description Opens its picture and its reading.
             */
            id: string;
            pageNumber: number;
            state: components["schemas"]["CaptureState"];
            failureCode: string | null;
            width: number | null;
            height: number | null;
            fileName: string;
            sha256: string;
            mediaType: string;
            byteSize: number;
            failureDetail: string | null;
            /** @description Whether the stored file is still what was captured. */
            original: {
                /** @enum {string} */
                state: "whole" | "altered" | "missing";
                /** Format: date-time */
                checkedAt: string;
            };
            /** @description The reading of today is used up. */
            waitsForTomorrow: boolean;
            /** @description Where it was taken; only in a company that keeps it. */
            location?: {
                latitude: number;
                longitude: number;
            } | null;
        };
        /** @description What was seen in the picture, whatever it means. */
        Reading: {
            page: {
                number: number;
                /** @description Pages in the file. */
                of: number;
                width: number;
                height: number;
                /** @description Degrees clockwise to make it upright. */
                rotation: number;
                quad?: components["schemas"]["Box"] & unknown;
            };
            /** @description Name of the file in the e-invoice that the page is of. People look at such a page; no record is made of it. */
            attachment?: string;
            /** @description In reading order. */
            lines: components["schemas"]["Line"][];
            barcodes: components["schemas"]["Barcode"][];
            /** @description Text that the file says stands on its page and that is not drawn like this. It is not used. */
            disagreements?: components["schemas"]["Disagreement"][];
            /** @description With the first page: e-invoices that are in the PDF, or the one that was sent. */
            files?: components["schemas"]["DataFile"][];
            /** @description XML in the PDF that is not read, or a file in an e-invoice that is not shown as pages, and why. */
            refusedFiles?: components["schemas"]["RefusedFile"][];
            quality: {
                sharpness: number;
                brightness: number;
                contrast: number;
                glare: number;
            };
            /** @description BCP 47 tags it was asked for. */
            languages: string[];
            engine: {
                version: string;
                parts: {
                    [key: string]: string;
                };
            };
            /** @description Milliseconds. */
            timings: {
                decode: number;
                barcodes: number;
                text: number;
            };
        };
        Line: {
            id: string;
            text: string;
            box: components["schemas"]["Box"];
            confidence: number;
            words: {
                text: string;
                box: components["schemas"]["Box"];
                confidence: number;
            }[];
            characterConfidences: number[];
            /** @enum {string} */
            recogniser: "pp-ocr" | "tesseract" | "segments" | "pdf";
            /** @description The text model that read the line, as it was added; `packaged` comes with Readout. */
            model?: string;
        };
        Barcode: {
            id: string;
            /** @description Symbology, for instance `QRCode`. */
            format: string;
            text: string;
            /** @description Digits of the add-on (EAN-2 or EAN-5) beside an EAN or UPC; they are no part of `text`. */
            addOn?: string;
            /** @description Base64. */
            bytes: string;
            contentType: string;
            symbologyIdentifier: string;
            box: components["schemas"]["Box"];
            orientation: number;
        };
        Disagreement: {
            /** @enum {string} */
            kind: "not_shown" | "shown_otherwise";
            text: string;
            box: components["schemas"]["Box"];
        };
        /** @description A file that carries the data of its document, as it was read. */
        DataFile: {
            id: string;
            /** @description As the PDF calls it. */
            name: string;
            /** @description `CII D16B`, `UBL 2.1 Invoice`, … */
            format: string;
            /** @description `EN 16931`, `XRechnung`, `MINIMUM`, … */
            profile: string;
            /** @description The capture is this file, and its pages are drawn from it: nothing is compared. */
            isDocument?: boolean;
            values: {
                name: string;
                /** @enum {string} */
                type: "text" | "amount" | "number" | "date" | "time" | "currency" | "code" | "address" | "list" | "map" | "choice" | "boolean";
                value: string;
                raw: string;
                places: components["schemas"]["FilePlace"][];
            }[];
            lists: {
                name: string;
                place: components["schemas"]["FilePlace"];
                rows: {
                    [key: string]: string;
                }[];
            }[];
            checks: {
                /** @enum {string} */
                check: "line_amount" | "line_sum" | "net" | "tax_rate" | "tax_base" | "tax_sum" | "total" | "payable" | "due" | "mandatory" | "repeated" | "unreadable" | "profile";
                passed: boolean;
                field: string;
                row?: number;
                made?: string;
                said?: string;
                reason: string;
            }[];
        };
        /** @description An element or attribute, and the bytes it stands in: of the text as UTF-8 without a mark. */
        FilePlace: {
            path: string;
            from: number;
            to: number;
        };
        RefusedFile: {
            name: string;
            /** @enum {string} */
            code: "too_large" | "encoding" | "not_xml" | "doctype" | "too_deep" | "too_many_elements" | "other_document" | "not_shown" | "too_many_pages";
            reason: string;
        };
        /** @description Ids of what is another way now. */
        ChangedCaptures: {
            changed: string[];
        };
        Assignment: {
            /** Format: uuid */
            userId: string | null;
        };
        Tagging: {
            tag: string;
        };
        Tags: {
            items: {
                tag: string;
                count: number;
            }[];
        };
        Notes: {
            items: components["schemas"]["Note"][];
        };
        Note: {
            /** Format: uuid */
            id: string;
            text: string;
            by: components["schemas"]["Person"];
            /** Format: date-time */
            at: string;
            /** @description The person who wrote it, and admins. */
            mayDelete: boolean;
        };
        NewNote: {
            text: string;
        };
        Pages: {
            items: components["schemas"]["Page"][];
        };
        RecordPage: {
            items: components["schemas"]["Record"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        NewRecord: {
            /** @description Id of a capture; of a further page, where it is on that one. */
            capture: string;
            type: string;
            /** @description Whose type it is; else the first in the order plugins run that has one of this name. */
            plugin?: string;
            /** @default {} */
            fields: {
                [key: string]: unknown;
            };
        };
        RecordChange: {
            fields?: {
                [key: string]: unknown;
            };
            type?: string;
            /** @description Whose type it is; else the first in the order plugins run that has one of this name. */
            plugin?: string;
        };
        Rejection: {
            reason: string;
        };
        Confirmation: {
            /** @description `check` of the `companyChecks` that somebody has seen. */
            despite?: ("same_number" | "same_amount" | "missing_number" | "other_iban" | "unusual_total" | "unknown_tax_rate")[];
        };
        /** @description The `data` of an event. */
        Event: {
            /** @enum {string} */
            type: "capture.received" | "capture.read" | "capture.failed" | "capture.archived" | "capture.unarchived" | "capture.trashed" | "capture.restored" | "record.made" | "record.corrected" | "record.confirmed" | "record.rejected" | "record.reopened";
            /**
             * Format: uuid
             * @description The document.
             */
            captureId: string;
            page: number;
            /**
             * Format: uuid
             * @description Null where it is about no record.
             */
            recordId: string | null;
            /** @description Of the record, else of the capture. */
            revision: number;
            /** Format: date-time */
            at: string;
        };
        OutgoingPage: {
            items: ({
                /**
                 * Format: uuid
                 * @description The `webhook-id`.
                 */
                id: string;
                /** @enum {string} */
                type: "record.confirmed" | "record.corrected" | "record.reopened";
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                timestamp: string;
                /** @description Its number in the company: without a gap, the same here, in `GET /events` and in the log. */
                sequence: number;
                data: {
                    record: components["schemas"]["Record"];
                    capture: components["schemas"]["Capture"];
                };
            } | {
                /**
                 * Format: uuid
                 * @description The `webhook-id`.
                 */
                id: string;
                /** @enum {string} */
                type: "capture.failed";
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                timestamp: string;
                /** @description Its number in the company: without a gap, the same here, in `GET /events` and in the log. */
                sequence: number;
                data: {
                    capture: components["schemas"]["Capture"];
                    /** @description The page that could not be read. */
                    page: number;
                };
            } | {
                /**
                 * Format: uuid
                 * @description The `webhook-id`.
                 */
                id: string;
                /** @enum {string} */
                type: "watch.alarm";
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                timestamp: string;
                /** @description Its number in the company: without a gap, the same here, in `GET /events` and in the log. */
                sequence: number;
                data: {
                    watch: components["schemas"]["Watch"];
                    /** @description Null where the alarm is that nothing is read. */
                    sample: components["schemas"]["Sample"] | null;
                    alarm: {
                        /** Format: uuid */
                        id: string;
                        /** @enum {string} */
                        kind: "above" | "below" | "lost";
                        /** @enum {string|null} */
                        cause: "unreadable" | "implausible" | "source_ended" | "silent" | null;
                        bound: number | null;
                        /** Format: date-time */
                        openedAt: string;
                    };
                };
            })[];
            /** @description Ask with this as `after` for what comes next. */
            sequence: number;
            /** @description The `sequence` of the newest event of the company, whatever you may see; 0 before the first. */
            newest: number;
            /** @description Whether there is more already. */
            isMore: boolean;
        };
        Export: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            format: "csv" | "xlsx" | "json" | "datev" | "hledger";
            /** @enum {string} */
            state: "queued" | "running" | "done" | "failed";
            /** @description Records in the file; null while it is not done. */
            rows: number | null;
            byteSize: number | null;
            /** @description What it was made with; as it was then. */
            profile: {
                /** Format: uuid */
                id: string;
                name: string;
                withOriginals: boolean;
            } | null;
            /** @description Records that could not be booked, and what each lacks; the first of them. */
            heldBack: {
                count: number;
                records: {
                    /** Format: uuid */
                    recordId: string;
                    /** Format: uuid */
                    captureId: string;
                    fileName: string;
                    lacks: ("date" | "fiscal_year" | "total" | "currency" | "any_currency" | "tax" | "rate" | "sum" | "number")[];
                }[];
            } | null;
            /** @description Why it failed. */
            error: {
                /** @description Of the error catalogue. */
                code: string;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt: string | null;
            /**
             * Format: date-time
             * @description When it goes, with its file.
             */
            expiresAt: string | null;
        };
        ExportRequest: {
            /**
             * @description Where to look; inbox unless said otherwise. `kept`: all but the trash.
             * @enum {string}
             */
            place?: "inbox" | "archive" | "trash" | "kept" | "all";
            /**
             * @description `unread`: received or being read.
             * @enum {string}
             */
            state?: "received" | "reading" | "read" | "failed" | "unread";
            /**
             * @description State of a record; `any`: there is one.
             * @enum {string}
             */
            review?: "needs_review" | "confirmed" | "rejected" | "any";
            /** @description Id of a reader that made a record. */
            plugin?: string;
            /** @description Type of a record. */
            type?: string;
            /** @description Confidence of a record in percent, for instance `90-100`. */
            confidence?: string;
            /** @description `any`, `none` or a field: records a person changed, nobody changed, or changed there. */
            corrected?: string;
            /** @description Total of a record at least, whatever its sign and currency, for instance `249.50`. */
            amountFrom?: string;
            /** @description Total of a record at most. */
            amountTo?: string;
            /** @description First day that a record says its document is of, ISO 8601. */
            documentFrom?: string;
            /** @description Last day that a record says its document is of, ISO 8601. */
            documentTo?: string;
            /** @description Part of the name of a record’s supplier or merchant: `mueller` finds Müller. */
            merchant?: string;
            /** @description A record that fails a check (`any`), or the check of this name, for instance `same_number`. */
            failed?: string;
            /** @description User id or `me`: who confirmed a record, alone or as one of two; `rule`. */
            confirmedBy?: string;
            /** @enum {string} */
            source?: "upload" | "paste" | "camera" | "desktop" | "api" | "sample";
            /** @description User id, or `me`. */
            assigned?: string;
            /** @description User id, or `me`. */
            createdBy?: string;
            /** @description First day, ISO 8601. */
            from?: string;
            /** @description Last day, ISO 8601. */
            to?: string;
            /** @description What waited for review when this day ended, ISO 8601. */
            waitingAt?: string;
            /** @description Whose days these are, for instance `Europe/Berlin`; UTC unless said otherwise. */
            timeZone?: string;
            /** @enum {string} */
            duplicates?: "true" | "false";
            /** @description One of its tags, in whatever case. */
            tag?: string;
            /** @description Words, "phrases" and -exclusions in what was read. Words of five letters or more are also found with one wrong letter, after all that have them as they are. */
            q?: string;
            /**
             * @description Needed where there is no profile.
             * @enum {string}
             */
            format?: "csv" | "xlsx" | "json";
            /**
             * @description `all`: what waits for review or was rejected, too.
             * @default confirmed
             * @enum {string}
             */
            records: "confirmed" | "all";
            /**
             * @description Of headings, dates and numbers in tables: German, French and Spanish ones have a decimal comma, and a semicolon between cells.
             * @default en
             * @enum {string}
             */
            language: "en" | "de" | "es" | "fr";
            /**
             * @description Line items in tables: left out, a row each, or on a sheet of their own (XLSX).
             * @default none
             * @enum {string}
             */
            items: "none" | "rows" | "sheet";
            /**
             * Format: uuid
             * @description Id of an export profile: it says the format, the type of record, the language and the columns. What was exported by it before is left out.
             */
            profile?: string;
            /**
             * @description With a profile: also what was exported by it before.
             * @default false
             */
            again: boolean;
        };
        Webhooks: {
            items: components["schemas"]["Webhook"][];
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            name: string;
            url: string;
            events: components["schemas"]["OutgoingType"][];
            rule: components["schemas"]["TargetRule"];
            /**
             * @description `paused`: what is for it waits, and goes out once somebody resumes it.
             * @enum {string}
             */
            state: "active" | "paused";
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When something last arrived.
             */
            deliveredAt: string | null;
            /** Format: date-time */
            failingSince: string | null;
            failureCode: string | null;
            waiting: number;
            failed: number;
        };
        /** @enum {string} */
        OutgoingType: "record.confirmed" | "record.corrected" | "record.reopened" | "capture.failed" | "watch.alarm";
        /**
         * @description Which records go there: all that is given has to hold, and of each list one entry. `{}`: every record. What went there before gets its further events whatever the rule says.
         * @example {
         *       "types": [
         *         "invoice"
         *       ],
         *       "amounts": [
         *         {
         *           "field": "total",
         *           "currency": "EUR",
         *           "atLeast": "1000.00"
         *         }
         *       ]
         *     }
         */
        TargetRule: {
            /** @description Types of records. */
            types?: string[];
            /** @description Ids of plugins. */
            plugins?: string[];
            amounts?: components["schemas"]["AmountRange"][];
            confirmedBy?: {
                /**
                 * @description Ids of members.
                 * @default []
                 */
                people: string[];
                /** @default [] */
                roles: ("operator" | "reviewer" | "admin" | "owner")[];
                /**
                 * @description What a rule of a plugin confirmed.
                 * @default false
                 */
                byRule: boolean;
            };
        };
        /** @description Both ends are counted in; one of them may be left out. */
        AmountRange: {
            /**
             * @description Of the record.
             * @default total
             */
            field: string;
            /**
             * @description ISO 4217, compared with the record's `currency`. A record that names none is in no range.
             * @example EUR
             */
            currency: string;
            /** @example 100.00 */
            atLeast?: string;
            /** @example 100.00 */
            atMost?: string;
        };
        AddedWebhook: {
            /** Format: uuid */
            id: string;
            name: string;
            url: string;
            events: components["schemas"]["OutgoingType"][];
            /** @description With which requests are signed, `whsec_…`. Shown here and never again. */
            secret: string;
        };
        NewWebhook: {
            url: string;
            /**
             * @description Without it every confirmed record.
             * @default [
             *       "record.confirmed",
             *       "record.corrected"
             *     ]
             */
            events: components["schemas"]["OutgoingType"][];
            rule?: components["schemas"]["TargetRule"];
            /**
             * @description Without it the host.
             * @default
             */
            name: string;
        };
        RotatedSecret: {
            /** Format: uuid */
            id: string;
            /** @description With which requests are signed, `whsec_…`. Shown here and never again. */
            secret: string;
            /** Format: date-time */
            formerSecretUntil: string;
        };
        RulePreview: {
            /** @description How many of them would have left. */
            leaving: number;
            records: {
                /** Format: uuid */
                recordId: string;
                /** Format: uuid */
                captureId: string;
                title: string;
                type: string;
                plugin: string;
                amount: string | null;
                currency: string | null;
                /** @description Name; null: a rule. */
                confirmedBy: string | null;
                /** Format: date-time */
                confirmedAt: string;
                /** @description Why it would not have left; empty: it would. */
                misses: ("event" | "type" | "plugin" | "amount" | "confirmed_by")[];
            }[];
        };
        TriedRule: {
            rule?: components["schemas"]["TargetRule"] & unknown;
        };
        DeliveryPage: {
            items: components["schemas"]["Delivery"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        Delivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            targetId: string;
            targetName: string;
            /**
             * Format: uuid
             * @description The `webhook-id` of every try.
             */
            eventId: string;
            sequence: number;
            type: components["schemas"]["OutgoingType"];
            /** Format: uuid */
            recordId: string | null;
            /** Format: uuid */
            captureId: string | null;
            /** Format: uuid */
            watchId: string | null;
            state: components["schemas"]["DeliveryState"];
            /** @description An earlier event of the same record has to arrive before. */
            waitsForEarlier: boolean;
            attempts: number;
            /**
             * Format: date-time
             * @description When it is tried next.
             */
            dueAt: string | null;
            /** @description Of the last answer. */
            status: number | null;
            failureCode: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            endedAt: string | null;
        };
        /**
         * @description `failed`: ended for good. Later events of the same record wait until it is replayed or skipped.
         * @enum {string}
         */
        DeliveryState: "pending" | "retrying" | "delivered" | "failed" | "skipped";
        DeliveryDetail: {
            delivery: components["schemas"]["Delivery"];
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        /** @description One try. What is secret is left out. */
        DeliveryAttempt: {
            /** Format: uuid */
            id: string;
            number: number;
            /** Format: date-time */
            at: string;
            durationMs: number;
            request: {
                method: string;
                address: string;
                headers: {
                    [key: string]: string;
                };
                body: string;
                /** @description The body was longer than the 65536 bytes that are kept. */
                isCut: boolean;
            };
            answer: {
                status: number;
                headers: {
                    [key: string]: string;
                };
                body: string;
                /** @description The body was longer than the 65536 bytes that are kept. */
                isCut: boolean;
            } | null;
            failureCode: string | null;
            failure: string | null;
        };
        SavedSamples: {
            added: number;
            clockSkewMs: number;
            keepsPictures: boolean;
        };
        WatchBatch: {
            /**
             * Format: date-time
             * @description By the clock of the device.
             */
            sentAt: string;
            run: {
                /**
                 * Format: uuid
                 * @description Made by the device when it begins to read.
                 */
                id: string;
                device: string;
                /** @enum {string} */
                state: "running" | "stopped" | "source_ended";
            };
            samples: {
                /**
                 * Format: uuid
                 * @description Made by the device: a repeat adds nothing.
                 */
                id: string;
                /** Format: date-time */
                takenAt: string;
                /** @default null */
                value: number | null;
                /** @default null */
                text: string | null;
                confidence: number;
                /** @default true */
                isReadable: boolean;
                reason?: string;
                /** @enum {string} */
                gap?: "paused" | "page_closed" | "source_ended" | "asleep";
                /** @description The region where it changed: WebP or JPEG. */
                picture?: string;
            }[];
        };
        Watches: {
            items: components["schemas"]["WatchItem"][];
        };
        WatchItem: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            sourceKind: "screen" | "camera";
            /** Format: uuid */
            regionProfileId: string | null;
            /** @description Where it reads, in pixels of the frame it was marked on. */
            place: {
                frame: {
                    width: number;
                    height: number;
                };
                region: {
                    x: number;
                    y: number;
                    width: number;
                    height: number;
                };
            };
            reads: {
                /** @enum {string} */
                kind: "text" | "number" | "segments";
                /** @enum {string} */
                decimalMark?: "." | ",";
                digits?: number;
                decimals?: number;
                unit?: string;
                min?: number;
                max?: number;
            };
            /** @description null: whenever the picture changes. */
            intervalMs: number | null;
            low: number | null;
            high: number | null;
            maxRate: number | null;
            ratePerMs: number | null;
            /** @enum {string} */
            direction: "any" | "up" | "down";
            lostAfter: number;
            /** @description null: for ever. */
            keepDays: number | null;
            /** @enum {string} */
            state: "active" | "paused" | "ended";
            revision: number;
            createdBy: components["schemas"]["Person"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            trashedAt: string | null;
            last: {
                /** Format: uuid */
                sampleId: string;
                /** Format: date-time */
                takenAt: string;
                value: number | null;
                text: string | null;
                confidence: number;
                state: components["schemas"]["SampleState"];
                /** Format: uuid */
                pictureId: string | null;
            } | null;
            run: {
                /** Format: uuid */
                id: string;
                by: components["schemas"]["Person"];
                device: string;
                /** @enum {string} */
                state: "running" | "stopped" | "source_ended";
                /** Format: date-time */
                heardAt: string;
                /** @description Server's clock less the device's. */
                clockSkewMs: number;
            } | null;
            openAlarms: components["schemas"]["AlarmKind"][];
            unseenAlarms: number;
            /** @description Means of the last six hours; `from` in milliseconds since 1970. */
            course: {
                stepS: number;
                from: number;
                means: (number | null)[];
            };
        };
        /** @description One array a column, all of one length, oldest first. */
        Series: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description What a point stands for; null: each is a sample. */
            stepMs: number | null;
            /** @description Points further apart have a gap between them. */
            gapAfterMs: number;
            /** @description Milliseconds since 1970. */
            at: number[];
            low: (number | null)[];
            high: (number | null)[];
            mean: (number | null)[];
            implausible: number[];
            unreadable: number[];
            afterGap: number[];
        };
        SamplePage: {
            items: components["schemas"]["Sample"][];
            nextCursor?: string;
        };
        Alarms: {
            items: components["schemas"]["Alarm"][];
        };
        Alarm: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            watchId: string;
            kind: components["schemas"]["AlarmKind"];
            /** @enum {string|null} */
            cause: "unreadable" | "implausible" | "source_ended" | "silent" | null;
            /** Format: date-time */
            openedAt: string;
            /** Format: date-time */
            closedAt: string | null;
            /** Format: uuid */
            sampleId: string | null;
            value: number | null;
            text: string | null;
            bound: number | null;
            hasPicture: boolean;
            acknowledged: {
                by: components["schemas"]["Person"];
                /** Format: date-time */
                at: string;
                note: string | null;
            } | null;
        };
        DeviceReaders: {
            readers: components["schemas"]["Reader"][];
            /** @description Text models of the installation that read in place of those that come with it, or beside them. */
            models: components["schemas"]["TextModel"][];
            /** Format: uuid */
            companyId: string;
            /** Format: uuid */
            userId: string;
            languages: string[];
            locale: string;
            /** @description How papers name the company, for readers that ask for it. */
            company: {
                names: string[];
                taxIds: string[];
                ibans: string[];
            };
        };
        Reader: {
            /** @description Its `plugin.json`. */
            manifest?: Record<string, never>;
            code: string;
            sha256: string;
            settings: {
                [key: string]: unknown;
            };
        };
        TextModel: {
            /** @enum {string} */
            role: "detect" | "latin" | "greek" | "cyrillic" | "east-asian";
            name: string;
            model: components["schemas"]["ModelFile"];
            characters: components["schemas"]["ModelFile"] | null;
        };
        /** @description Fetched from `/device/models/{sha256}`. */
        ModelFile: {
            sha256: string;
            bytes: number;
        };
        DemoReaders: {
            readers: components["schemas"]["Reader"][];
        };
        Members: {
            items: components["schemas"]["Member"][];
        };
        Member: {
            /** Format: uuid */
            userId: string;
            name: string;
            role: components["schemas"]["Role"];
        };
        /**
         * @description Lowest first.
         * @enum {string}
         */
        Role: "operator" | "reviewer" | "admin" | "owner";
        Invitations: {
            items: components["schemas"]["Invitation"][];
        };
        Invitation: {
            /** Format: uuid */
            id: string;
            /** @description Of the one it is for; null where it is for a domain. */
            email: string | null;
            domain: string | null;
            role: components["schemas"]["Role"];
            invitedBy: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            sentAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @enum {string} */
            state: "open" | "expired";
            byMail: boolean;
            /** @description Whether who asks may withdraw it. */
            manageable: boolean;
        };
        IssuedInvitation: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            expiresAt: string;
        };
        NewInvitation: {
            email: string;
            role: components["schemas"]["Role"];
            /** @default 7 */
            days: number;
        };
        AuditPage: {
            items: components["schemas"]["AuditEvent"][];
            /** @description Absent on the last page. */
            nextCursor?: string;
        };
        AuditEvent: {
            id: string;
            /**
             * Format: uuid
             * @description null: Readout by itself.
             */
            actorId: string | null;
            actorName: string;
            /** @description Who did it, acting as the person. */
            actingName: string | null;
            /** @description Past tense, dotted: `record.confirmed`. */
            action: string;
            subjectType: string;
            subjectId: string;
            detail: {
                [key: string]: unknown;
            };
            ipAddress: string | null;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When names or texts of it were erased; null: it is as it was written.
             */
            erasedOn: string | null;
        };
        Usage: {
            used: {
                members: number;
                invitations: number;
                capturesThisMonth: number;
                bytes: number;
                unfinishedUploads: number;
                unfinishedBytes: number;
                readingSecondsToday: number;
                rereadsToday: number;
            };
            limits: {
                members: number;
                capturesPerMonth: number;
                bytes: number;
                readingSecondsPerDay: number;
                readingSecondsPerPage: number;
                rereadsPerDay: number;
            };
        };
        SavedViews: {
            items: components["schemas"]["SavedView"][];
        };
        SavedView: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The filters as an address query, for instance `state=failed&q=acme`; `GET /captures` takes the same. */
            query: string;
            /** @description Shown to everyone of the company. */
            isCompanyWide: boolean;
            isOwn: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        MadeView: {
            /** Format: uuid */
            id: string;
        };
        NewView: {
            name: string;
            query: string;
            /** @default false */
            isCompanyWide: boolean;
        };
        Plugins: {
            items: components["schemas"]["Plugin"][];
            total: number;
        };
        Plugin: {
            plugin: string;
            source: components["schemas"]["PluginSource"];
            /** @description The newest that is published. */
            version: string;
            kind: string;
            name: string;
            description: string;
            publisher: string;
            isFirstParty: boolean;
            /** @description Kinds of content of a reading it is given. */
            reads: string[];
            records: {
                label: string;
                fields: string[];
            }[];
            /** @description Where it asks to send to. */
            hosts: string[];
            /** Format: date-time */
            publishedAt: string;
            installedVersion: string | null;
            /** @description Why nobody may run it here; null: everybody may. */
            blocked: {
                reason: string;
                /** Format: date-time */
                since: string;
            } | null;
        };
        /**
         * @description `company`: the company published it for itself.
         * @enum {string}
         */
        PluginSource: "catalogue" | "company";
        Installations: {
            items: components["schemas"]["Installation"][];
        };
        Installation: {
            plugin: string;
            source: components["schemas"]["PluginSource"];
            version: string;
            name: string;
            publisher: string;
            isEnabled: boolean;
            /** @description In the order plugins run, from 1. */
            position: number;
            /** @description A record confirms itself from this confidence on, 0.5 to 1, where every check passes; null: never. */
            autoConfirm: number | null;
            settings: {
                [key: string]: unknown;
            };
            update: {
                version: string;
                /** @description It has to be granted more than this version was. */
                asksMore: boolean;
            } | null;
            /** @description Where rolling back leads. */
            previous: {
                source: components["schemas"]["PluginSource"];
                version: string;
            } | null;
            isDeprecated: boolean;
            /** @description Why nobody may run it here; null: everybody may. */
            blocked: {
                reason: string;
                /** Format: date-time */
                since: string;
            } | null;
            /** @description It ran out of ticks, time or memory too often here and is not run until it is resumed; `code`: what it ran out of last. */
            paused: {
                code: string;
                /** Format: date-time */
                since: string;
            } | null;
            /** @description Grows with every change; also the `ETag`. */
            revision: number;
        };
        NewInstallation: {
            plugin: string;
            source?: components["schemas"]["PluginSource"];
            version?: string;
        };
        /** @description One of these at a time. */
        InstallationChange: {
            enabled?: boolean;
            /**
             * @description Runs it again after it was paused.
             * @enum {boolean}
             */
            paused?: false;
            autoConfirm?: number | null;
            settings?: {
                [key: string]: unknown;
            };
            /**
             * @description One place in the order plugins run.
             * @enum {string}
             */
            move?: "up" | "down";
            version?: {
                version: string;
                source?: components["schemas"]["PluginSource"];
                /** @description What it asks for beyond the version that runs; `plugin.not_granted` says what that is. */
                grant?: {
                    /** @default [] */
                    reads: string[];
                    /** @default [] */
                    hosts: string[];
                };
            };
        };
        QueueKey: {
            id: string;
            key: string;
            /** Format: uuid */
            userId: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    beginUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": "1.0.0";
                /** @description Bytes of the whole file. */
                "upload-length": string;
                "upload-metadata"?: string;
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description Begun; `Location` is its address. */
            201: {
                headers: {
                    location: string;
                    /** @description Bytes that are there. */
                    "upload-offset"?: string;
                    /** @description Id of the capture, once the last byte is there. */
                    "readout-capture"?: string;
                    /** @description How the stored file with the same bytes was before: `altered`, `missing`. */
                    "readout-healed"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showUploadOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the headers. */
            204: {
                headers: {
                    "tus-version": string;
                    "tus-extension": string;
                    "tus-max-size": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": "1.0.0";
            };
            path: {
                /** @description Id of an upload. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": "1.0.0";
            };
            path: {
                /** @description Id of an upload. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the headers. */
            200: {
                headers: {
                    /** @description Bytes that are there. */
                    "upload-offset": string;
                    "upload-length": string;
                    /** @description Id of the capture, once the last byte is there. */
                    "readout-capture"?: string;
                    /** @description How the stored file with the same bytes was before: `altered`, `missing`. */
                    "readout-healed"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    continueUpload: {
        parameters: {
            query?: never;
            header: {
                "tus-resumable": "1.0.0";
                /** @description Bytes that are there. */
                "upload-offset": string;
            };
            path: {
                /** @description Id of an upload. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/offset+octet-stream": string;
            };
        };
        responses: {
            /** @description They are there. */
            204: {
                headers: {
                    /** @description Bytes that are there. */
                    "upload-offset": string;
                    /** @description Id of the capture, once the last byte is there. */
                    "readout-capture"?: string;
                    /** @description How the stored file with the same bytes was before: `altered`, `missing`. */
                    "readout-healed"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCaptures: {
        parameters: {
            query?: {
                /** @description Where to look; inbox unless said otherwise. `kept`: all but the trash. */
                place?: "inbox" | "archive" | "trash" | "kept" | "all";
                /** @description `unread`: received or being read. */
                state?: "received" | "reading" | "read" | "failed" | "unread";
                /** @description State of a record; `any`: there is one. */
                review?: "needs_review" | "confirmed" | "rejected" | "any";
                /** @description Id of a reader that made a record. */
                plugin?: string;
                /** @description Type of a record. */
                type?: string;
                /** @description Confidence of a record in percent, for instance `90-100`. */
                confidence?: string;
                /** @description `any`, `none` or a field: records a person changed, nobody changed, or changed there. */
                corrected?: string;
                /** @description Total of a record at least, whatever its sign and currency, for instance `249.50`. */
                amountFrom?: string;
                /** @description Total of a record at most. */
                amountTo?: string;
                /** @description First day that a record says its document is of, ISO 8601. */
                documentFrom?: string;
                /** @description Last day that a record says its document is of, ISO 8601. */
                documentTo?: string;
                /** @description Part of the name of a record’s supplier or merchant: `mueller` finds Müller. */
                merchant?: string;
                /** @description A record that fails a check (`any`), or the check of this name, for instance `same_number`. */
                failed?: string;
                /** @description User id or `me`: who confirmed a record, alone or as one of two; `rule`. */
                confirmedBy?: string;
                source?: "upload" | "paste" | "camera" | "desktop" | "api" | "sample";
                /** @description User id, or `me`. */
                assigned?: string;
                /** @description User id, or `me`. */
                createdBy?: string;
                /** @description First day, ISO 8601. */
                from?: string;
                /** @description Last day, ISO 8601. */
                to?: string;
                /** @description What waited for review when this day ended, ISO 8601. */
                waitingAt?: string;
                /** @description Whose days these are, for instance `Europe/Berlin`; UTC unless said otherwise. */
                timeZone?: string;
                duplicates?: "true" | "false";
                /** @description One of its tags, in whatever case. */
                tag?: string;
                /** @description Words, "phrases" and -exclusions in what was read. Words of five letters or more are also found with one wrong letter, after all that have them as they are. */
                q?: string;
                /** @description What the list is sorted by, `-` for the largest first; what has none comes last. `-captured` unless said otherwise. `amount` takes no account of currencies. */
                sort?: "-captured" | "captured" | "-date" | "date" | "-amount" | "amount" | "merchant" | "-merchant" | "confidence" | "-confidence";
                /** @description Only these, separated by commas; at most 200. */
                ids?: string;
                /** @description Names of fields whose values come along, separated by commas; at most 30. */
                fields?: string;
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapturePage"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendCapture: {
        parameters: {
            query?: {
                /** @description The same as in the form. */
                clientId?: string;
            };
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /**
                     * Format: uuid
                     * @description Makes a repeat harmless.
                     */
                    clientId?: string;
                    /** @description Where it comes from; `api` unless said otherwise. */
                    source?: string;
                    /**
                     * Format: uuid
                     * @description The `clientId` of page 1.
                     */
                    document?: string;
                    /** @description Of the document, from 1. */
                    page?: string;
                };
            };
        };
        responses: {
            /** @description Sent before under this client-made id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description Taken in. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCapture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a capture. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The capture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CaptureDetail"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOriginal: {
        parameters: {
            query?: {
                /** @description Given, even empty: to be kept as a file. */
                download?: string;
            };
            header?: never;
            path: {
                /** @description Id of a capture, the page of a document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description What `If-None-Match` names is still so. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such range. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getView: {
        parameters: {
            query?: {
                /** @description Given, even empty: to be kept as a file. */
                download?: string;
            };
            header?: never;
            path: {
                /** @description Id of a capture, the page of a document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description What `If-None-Match` names is still so. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such range. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getThumbnail: {
        parameters: {
            query?: {
                /** @description Given, even empty: to be kept as a file. */
                download?: string;
            };
            header?: never;
            path: {
                /** @description Id of a capture, the page of a document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description What `If-None-Match` names is still so. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such range. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFlattened: {
        parameters: {
            query?: {
                /** @description Given, even empty: to be kept as a file. */
                download?: string;
                /** @description Changes nothing: with another value, caches take it for another picture. */
                of?: string;
            };
            header?: never;
            path: {
                /** @description Id of a capture, the page of a document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description The range that was asked for. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                };
            };
            /** @description What `If-None-Match` names is still so. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description There is no such range. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    archiveCapture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; empty where it was so already, or where its state does not allow it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedCaptures"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unarchiveCapture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; empty where it was so already, or where its state does not allow it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedCaptures"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    trashCapture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; empty where it was so already, or where its state does not allow it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedCaptures"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreCapture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; empty where it was so already, or where its state does not allow it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedCaptures"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    assignCapture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Assignment"];
            };
        };
        responses: {
            /** @description Done; empty where it was so already, or where its state does not allow it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedCaptures"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tagCapture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Tagging"];
            };
        };
        responses: {
            /** @description Done; empty where it was so already, or where its state does not allow it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedCaptures"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    untagCapture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Tagging"];
            };
        };
        responses: {
            /** @description Done; empty where it was so already, or where its state does not allow it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedCaptures"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTags: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tags"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listNotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notes"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewNote"];
            };
        };
        responses: {
            /** @description All notes as they are now. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notes"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteNote: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
                /** @description Id of a note. */
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All notes as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notes"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
                /** @description Id of a note. */
                noteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All notes as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notes"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a capture, any page of it. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All, in order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pages"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRecords: {
        parameters: {
            query?: {
                /** @description Id of a capture, any page of it. */
                capture?: string;
                state?: components["schemas"]["RecordState"];
                type?: string;
                /** @description Records that were made or changed then or later: an instant in ISO 8601, for instance `2026-03-05T09:30:00Z`. */
                updatedSince?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordPage"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRecord"];
            };
        };
        responses: {
            /** @description The record as it is now. */
            201: {
                headers: {
                    etag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record as it is now. */
            200: {
                headers: {
                    etag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was when the decision was made, for instance `"3"`. Without it, or with `*`, the decision is about the record as it is now. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of a record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordChange"];
            };
        };
        responses: {
            /** @description The record as it is now. */
            200: {
                headers: {
                    etag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rejectRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was when the decision was made, for instance `"3"`. Without it, or with `*`, the decision is about the record as it is now. */
                "if-match"?: string;
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rejection"];
            };
        };
        responses: {
            /** @description The record as it is now. */
            200: {
                headers: {
                    etag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    confirmRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the record as it was when the decision was made, for instance `"3"`. Without it, or with `*`, the decision is about the record as it is now. */
                "if-match"?: string;
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Confirmation"];
            };
        };
        responses: {
            /** @description The record as it is now. */
            200: {
                headers: {
                    etag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reopenRecord: {
        parameters: {
            query?: {
                /** @description Why, kept in its history. */
                reason?: string;
            };
            header?: {
                /** @description The `ETag` of the record as it was when the decision was made, for instance `"3"`. Without it, or with `*`, the decision is about the record as it is now. */
                "if-match"?: string;
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record as it is now. */
            200: {
                headers: {
                    etag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    followEvents: {
        parameters: {
            query?: {
                /** @description The `sequence` of the last event that was carried out: answers with JSON. */
                after?: number | null;
                /** @description With `after` alone. */
                limit?: number;
            };
            header?: {
                /** @description The `id` of the last event that was carried out. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, until one of both sides ends them; with `after` one page of what leaves the company. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["Event"];
                    "application/json": components["schemas"]["OutgoingPage"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description It is written as soon as it is its turn. */
            202: {
                headers: {
                    /** @description Where it is asked for. */
                    location: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an export. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getExportFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an export. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/json": string;
                };
            };
            /** @description The range that was asked for (`Range`). */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description As it was (`If-None-Match`). */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The file has no such range. */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getExportOriginals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an export. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ZIP file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description It is added. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedWebhook"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setWebhookRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TargetRule"];
            };
        };
        responses: {
            /** @description The rule as it is kept. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TargetRule"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewWebhookRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriedRule"];
            };
        };
        responses: {
            /** @description What would have left. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulePreview"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Id of a target. */
                target?: string;
                state?: "pending" | "retrying" | "delivered" | "failed" | "skipped";
                type?: components["schemas"]["OutgoingType"];
                /** @description Id of a record. */
                record?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, its newest try first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is sent in a moment. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    skipDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is skipped. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSamples: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                filter?: "all" | "doubtful" | "decided" | "pictures";
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of a watch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SamplePage"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendSamples: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a watch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchBatch"];
            };
        };
        responses: {
            /** @description Durable. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSamples"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWatches: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watches"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a watch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSeries: {
        parameters: {
            query: {
                from: string;
                to: string;
                points?: number;
            };
            header?: never;
            path: {
                /** @description Id of a watch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The series. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Series"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAlarms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a watch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alarms. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alarms"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportSamples: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                /** @description Whose spreadsheets are to read it, with the names of columns; without, programs are. */
                language?: "en" | "de" | "es" | "fr";
            };
            header?: never;
            path: {
                /** @description Id of a watch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSamplePicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a watch. */
                id: string;
                sampleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                    "image/jpeg": string;
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAlarmPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a watch. */
                id: string;
                alarmId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": string;
                    "image/jpeg": string;
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeviceReaders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The readers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceReaders"];
                };
            };
            /** @description What `If-None-Match` names is still so. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDemoReaders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The readers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DemoReaders"];
                };
            };
            /** @description What `If-None-Match` names is still so. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getModelFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Of the file. */
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                    "text/plain": string;
                };
            };
            /** @description What `If-None-Match` names is this file. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Members"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitations"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    invite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description It is made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedInvitation"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of an invitation. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description User id; `system`: Readout by itself. */
                person?: string;
                /** @description What comes before the dot of the action: `record`, `member`, … */
                group?: string;
                /** @description Id of a capture, a record, a member, … */
                subject?: string;
                /** @description First day, ISO 8601. */
                from?: string;
                /** @description Last day, ISO 8601. */
                to?: string;
                /** @description Whose days these are; UTC unless said otherwise. */
                timeZone?: string;
                /** @description `nextCursor` of the page before. */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViews"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    saveView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewView"];
            };
        };
        responses: {
            /** @description It is kept. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeView"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a view. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPlugins: {
        parameters: {
            query?: {
                search?: string;
                offset?: number | null;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Some of them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plugins"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishPlugin: {
        parameters: {
            query?: {
                /** @description Whether to install it, or to move the installation to it. */
                use?: "yes" | "no";
            };
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description It is there. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        source: "catalogue" | "company";
                        pluginId: string;
                        version: string;
                        sha256: string;
                    };
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInstallations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installations"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    installPlugin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInstallation"];
            };
        };
        responses: {
            /** @description It is installed. */
            201: {
                headers: {
                    etag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInstallation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a plugin. */
                plugin: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installation. */
            200: {
                headers: {
                    etag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    uninstallPlugin: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the installation as it was when the decision was made, for instance `"3"`. Without it, or with `*`, the decision is about the installation as it is now. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of a plugin. */
                plugin: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Uninstalled. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeInstallation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the installation as it was when the decision was made, for instance `"3"`. Without it, or with `*`, the decision is about the installation as it is now. */
                "if-match"?: string;
            };
            path: {
                /** @description Id of a plugin. */
                plugin: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstallationChange"];
            };
        };
        responses: {
            /** @description The installation as it is now. */
            200: {
                headers: {
                    etag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rollBackInstallation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the installation as it was when the decision was made, for instance `"3"`. Without it, or with `*`, the decision is about the installation as it is now. */
                "if-match"?: string;
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a plugin. */
                plugin: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installation as it is now. */
            200: {
                headers: {
                    etag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Installation"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishPluginPackage: {
        parameters: {
            query?: {
                /** @description Whether to install it, or to move the installation to it; with a key that is for `plugins:use`, too. */
                use?: "yes" | "no";
            };
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description It is there. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Name of the company that has it now. */
                        company: string;
                        pluginId: string;
                        version: string;
                        sha256: string;
                        /** @description Whether it was asked to be used, and is. */
                        isUsed: boolean;
                    };
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    carryInPlugin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description The same bytes were there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pluginId: string;
                        version: string;
                        sha256: string;
                        isNew: boolean;
                        accuracy: {
                            fixtures: number;
                            passed: number;
                            fields: {
                                name: string;
                                right: number;
                                wrong: number;
                                missing: number;
                            }[];
                        } | null;
                    };
                };
            };
            /** @description It is there, measured on the fixtures it comes with. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pluginId: string;
                        version: string;
                        sha256: string;
                        isNew: boolean;
                        accuracy: {
                            fixtures: number;
                            passed: number;
                            fields: {
                                name: string;
                                right: number;
                                wrong: number;
                                missing: number;
                            }[];
                        } | null;
                    };
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rereadCapture: {
        parameters: {
            query?: never;
            header?: {
                /** @description Made by the client, a UUID for instance: the same request sent again under it within 24 hours is not carried out again but answered as before, with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of a capture. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Queued; empty where it is being read already. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedCaptures"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportRecords: {
        parameters: {
            query?: {
                /** @description Where to look; inbox unless said otherwise. `kept`: all but the trash. */
                place?: "inbox" | "archive" | "trash" | "kept" | "all";
                /** @description `unread`: received or being read. */
                state?: "received" | "reading" | "read" | "failed" | "unread";
                /** @description State of a record; `any`: there is one. */
                review?: "needs_review" | "confirmed" | "rejected" | "any";
                /** @description Id of a reader that made a record. */
                plugin?: string;
                /** @description Type of a record. */
                type?: string;
                /** @description Confidence of a record in percent, for instance `90-100`. */
                confidence?: string;
                /** @description `any`, `none` or a field: records a person changed, nobody changed, or changed there. */
                corrected?: string;
                /** @description Total of a record at least, whatever its sign and currency, for instance `249.50`. */
                amountFrom?: string;
                /** @description Total of a record at most. */
                amountTo?: string;
                /** @description First day that a record says its document is of, ISO 8601. */
                documentFrom?: string;
                /** @description Last day that a record says its document is of, ISO 8601. */
                documentTo?: string;
                /** @description Part of the name of a record’s supplier or merchant: `mueller` finds Müller. */
                merchant?: string;
                /** @description A record that fails a check (`any`), or the check of this name, for instance `same_number`. */
                failed?: string;
                /** @description User id or `me`: who confirmed a record, alone or as one of two; `rule`. */
                confirmedBy?: string;
                source?: "upload" | "paste" | "camera" | "desktop" | "api" | "sample";
                /** @description User id, or `me`. */
                assigned?: string;
                /** @description User id, or `me`. */
                createdBy?: string;
                /** @description First day, ISO 8601. */
                from?: string;
                /** @description Last day, ISO 8601. */
                to?: string;
                /** @description What waited for review when this day ended, ISO 8601. */
                waitingAt?: string;
                /** @description Whose days these are, for instance `Europe/Berlin`; UTC unless said otherwise. */
                timeZone?: string;
                duplicates?: "true" | "false";
                /** @description One of its tags, in whatever case. */
                tag?: string;
                /** @description Words, "phrases" and -exclusions in what was read. Words of five letters or more are also found with one wrong letter, after all that have them as they are. */
                q?: string;
                /** @description `all`: what waits for review or was rejected, too. */
                records?: "confirmed" | "all";
                /** @description Of headings, dates and numbers in tables: German, French and Spanish ones have a decimal comma, and a semicolon between cells. */
                language?: "en" | "de" | "es" | "fr";
                /** @description Line items in tables: left out, a row each, or on a sheet of their own (XLSX). */
                items?: "none" | "rows" | "sheet";
                format?: "csv" | "xlsx" | "json";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/json": string;
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getQueueKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueKey"];
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    followChanges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, until one of both sides ends them. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description What went wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "record.confirmed": {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every try: what came under it before is a repeat. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description One or more signatures, a space between: `v1,` and the HMAC-SHA256 (base64) of `{webhook-id}.{webhook-timestamp}.{body}` under the bytes that stand in base64 after `whsec_`. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "record.confirmed",
                 *       "timestamp": "2026-03-05T09:30:12.000Z",
                 *       "sequence": 0,
                 *       "data": {
                 *         "record": {
                 *           "id": "01890a5e-0f3c-7a1b-9c64-6f1d2a4b8c10",
                 *           "captureId": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *           "page": 1,
                 *           "plugin": "receipt",
                 *           "pluginVersion": "1.0.0",
                 *           "type": "receipt",
                 *           "state": "confirmed",
                 *           "rejectedReason": null,
                 *           "companyChecks": [],
                 *           "confirmations": 1,
                 *           "needsSecondPerson": false,
                 *           "firstConfirmedBy": null,
                 *           "firstConfirmedAt": null,
                 *           "confidence": 0.97,
                 *           "fields": {
                 *             "merchant": {
                 *               "kind": "seen",
                 *               "value": "Corner Bakery",
                 *               "raw": "CORNER BAKERY",
                 *               "confidence": 0.98,
                 *               "seenAt": [
                 *                 {
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       102
                 *                     ],
                 *                     [
                 *                       120,
                 *                       102
                 *                     ]
                 *                   ]
                 *                 }
                 *               ],
                 *               "checks": [],
                 *               "evidence": [
                 *                 {
                 *                   "kind": "pixels",
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       102
                 *                     ],
                 *                     [
                 *                       120,
                 *                       102
                 *                     ]
                 *                   ]
                 *                 }
                 *               ]
                 *             },
                 *             "date": {
                 *               "kind": "seen",
                 *               "value": "2026-03-05",
                 *               "raw": "05.03.2026",
                 *               "confidence": 0.98,
                 *               "seenAt": [
                 *                 {
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       156
                 *                     ],
                 *                     [
                 *                       120,
                 *                       156
                 *                     ]
                 *                   ]
                 *                 }
                 *               ],
                 *               "checks": [],
                 *               "evidence": [
                 *                 {
                 *                   "kind": "pixels",
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       156
                 *                     ],
                 *                     [
                 *                       120,
                 *                       156
                 *                     ]
                 *                   ]
                 *                 }
                 *               ]
                 *             },
                 *             "total": {
                 *               "kind": "seen",
                 *               "value": "12.50",
                 *               "raw": "12,50",
                 *               "confidence": 0.98,
                 *               "seenAt": [
                 *                 {
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       578
                 *                     ],
                 *                     [
                 *                       120,
                 *                       578
                 *                     ]
                 *                   ]
                 *                 }
                 *               ],
                 *               "checks": [],
                 *               "evidence": [
                 *                 {
                 *                   "kind": "pixels",
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       578
                 *                     ],
                 *                     [
                 *                       120,
                 *                       578
                 *                     ]
                 *                   ]
                 *                 }
                 *               ]
                 *             }
                 *           },
                 *           "assignedTo": null,
                 *           "revision": 2,
                 *           "confirmedBy": {
                 *             "id": "01890a50-3b1f-7d02-8e55-2f0c9d7a1e44",
                 *             "name": "Ada Lovelace"
                 *           },
                 *           "confirmedAt": "2026-03-05T09:30:12.000Z",
                 *           "addedBy": null,
                 *           "createdAt": "2026-03-05T09:30:12.000Z",
                 *           "updatedAt": "2026-03-05T09:30:12.000Z"
                 *         },
                 *         "capture": {
                 *           "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *           "fileName": "receipt.jpg",
                 *           "title": "Corner Bakery",
                 *           "state": "read",
                 *           "failureCode": null,
                 *           "source": "camera",
                 *           "pageCount": 1,
                 *           "width": 1200,
                 *           "height": 1600,
                 *           "duplicateOf": null,
                 *           "recordCount": 1,
                 *           "reviewCount": 0,
                 *           "assignedTo": null,
                 *           "createdBy": {
                 *             "id": "01890a50-3b1f-7d02-8e55-2f0c9d7a1e44",
                 *             "name": "Ada Lovelace"
                 *           },
                 *           "createdAt": "2026-03-05T09:30:12.000Z",
                 *           "archivedAt": null,
                 *           "trashedAt": null,
                 *           "revision": 1,
                 *           "records": [],
                 *           "tags": [],
                 *           "noteCount": 0,
                 *           "sortedBy": {
                 *             "date": "2026-11-20",
                 *             "amount": 12.4,
                 *             "merchant": "cornerbakery",
                 *             "confidence": 0.97
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds: it arrived. 5xx, 408, 429 (with `Retry-After`), no answer and no trusted certificate: it is tried again after 5 s, 5 min, 30 min, 3 h, and then every 24 h four times. Any other answer, a redirect too, ends it until somebody replays or skips it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "record.corrected": {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every try: what came under it before is a repeat. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description One or more signatures, a space between: `v1,` and the HMAC-SHA256 (base64) of `{webhook-id}.{webhook-timestamp}.{body}` under the bytes that stand in base64 after `whsec_`. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "record.corrected",
                 *       "timestamp": "2026-03-05T09:30:12.000Z",
                 *       "sequence": 0,
                 *       "data": {
                 *         "record": {
                 *           "id": "01890a5e-0f3c-7a1b-9c64-6f1d2a4b8c10",
                 *           "captureId": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *           "page": 1,
                 *           "plugin": "receipt",
                 *           "pluginVersion": "1.0.0",
                 *           "type": "receipt",
                 *           "state": "confirmed",
                 *           "rejectedReason": null,
                 *           "companyChecks": [],
                 *           "confirmations": 1,
                 *           "needsSecondPerson": false,
                 *           "firstConfirmedBy": null,
                 *           "firstConfirmedAt": null,
                 *           "confidence": 0.97,
                 *           "fields": {
                 *             "merchant": {
                 *               "kind": "seen",
                 *               "value": "Corner Bakery",
                 *               "raw": "CORNER BAKERY",
                 *               "confidence": 0.98,
                 *               "seenAt": [
                 *                 {
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       102
                 *                     ],
                 *                     [
                 *                       120,
                 *                       102
                 *                     ]
                 *                   ]
                 *                 }
                 *               ],
                 *               "checks": [],
                 *               "evidence": [
                 *                 {
                 *                   "kind": "pixels",
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       102
                 *                     ],
                 *                     [
                 *                       120,
                 *                       102
                 *                     ]
                 *                   ]
                 *                 }
                 *               ]
                 *             },
                 *             "date": {
                 *               "kind": "seen",
                 *               "value": "2026-03-05",
                 *               "raw": "05.03.2026",
                 *               "confidence": 0.98,
                 *               "seenAt": [
                 *                 {
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       156
                 *                     ],
                 *                     [
                 *                       120,
                 *                       156
                 *                     ]
                 *                   ]
                 *                 }
                 *               ],
                 *               "checks": [],
                 *               "evidence": [
                 *                 {
                 *                   "kind": "pixels",
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       156
                 *                     ],
                 *                     [
                 *                       120,
                 *                       156
                 *                     ]
                 *                   ]
                 *                 }
                 *               ]
                 *             },
                 *             "total": {
                 *               "kind": "seen",
                 *               "value": "12.50",
                 *               "raw": "12,50",
                 *               "confidence": 0.98,
                 *               "seenAt": [
                 *                 {
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       578
                 *                     ],
                 *                     [
                 *                       120,
                 *                       578
                 *                     ]
                 *                   ]
                 *                 }
                 *               ],
                 *               "checks": [],
                 *               "evidence": [
                 *                 {
                 *                   "kind": "pixels",
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       578
                 *                     ],
                 *                     [
                 *                       120,
                 *                       578
                 *                     ]
                 *                   ]
                 *                 }
                 *               ]
                 *             }
                 *           },
                 *           "assignedTo": null,
                 *           "revision": 2,
                 *           "confirmedBy": {
                 *             "id": "01890a50-3b1f-7d02-8e55-2f0c9d7a1e44",
                 *             "name": "Ada Lovelace"
                 *           },
                 *           "confirmedAt": "2026-03-05T09:30:12.000Z",
                 *           "addedBy": null,
                 *           "createdAt": "2026-03-05T09:30:12.000Z",
                 *           "updatedAt": "2026-03-05T09:30:12.000Z"
                 *         },
                 *         "capture": {
                 *           "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *           "fileName": "receipt.jpg",
                 *           "title": "Corner Bakery",
                 *           "state": "read",
                 *           "failureCode": null,
                 *           "source": "camera",
                 *           "pageCount": 1,
                 *           "width": 1200,
                 *           "height": 1600,
                 *           "duplicateOf": null,
                 *           "recordCount": 1,
                 *           "reviewCount": 0,
                 *           "assignedTo": null,
                 *           "createdBy": {
                 *             "id": "01890a50-3b1f-7d02-8e55-2f0c9d7a1e44",
                 *             "name": "Ada Lovelace"
                 *           },
                 *           "createdAt": "2026-03-05T09:30:12.000Z",
                 *           "archivedAt": null,
                 *           "trashedAt": null,
                 *           "revision": 1,
                 *           "records": [],
                 *           "tags": [],
                 *           "noteCount": 0,
                 *           "sortedBy": {
                 *             "date": "2026-11-20",
                 *             "amount": 12.4,
                 *             "merchant": "cornerbakery",
                 *             "confidence": 0.97
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds: it arrived. 5xx, 408, 429 (with `Retry-After`), no answer and no trusted certificate: it is tried again after 5 s, 5 min, 30 min, 3 h, and then every 24 h four times. Any other answer, a redirect too, ends it until somebody replays or skips it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "record.reopened": {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every try: what came under it before is a repeat. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description One or more signatures, a space between: `v1,` and the HMAC-SHA256 (base64) of `{webhook-id}.{webhook-timestamp}.{body}` under the bytes that stand in base64 after `whsec_`. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "record.reopened",
                 *       "timestamp": "2026-03-05T09:30:12.000Z",
                 *       "sequence": 0,
                 *       "data": {
                 *         "record": {
                 *           "id": "01890a5e-0f3c-7a1b-9c64-6f1d2a4b8c10",
                 *           "captureId": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *           "page": 1,
                 *           "plugin": "receipt",
                 *           "pluginVersion": "1.0.0",
                 *           "type": "receipt",
                 *           "state": "needs_review",
                 *           "rejectedReason": null,
                 *           "companyChecks": [],
                 *           "confirmations": 1,
                 *           "needsSecondPerson": false,
                 *           "firstConfirmedBy": null,
                 *           "firstConfirmedAt": null,
                 *           "confidence": 0.97,
                 *           "fields": {
                 *             "merchant": {
                 *               "kind": "seen",
                 *               "value": "Corner Bakery",
                 *               "raw": "CORNER BAKERY",
                 *               "confidence": 0.98,
                 *               "seenAt": [
                 *                 {
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       102
                 *                     ],
                 *                     [
                 *                       120,
                 *                       102
                 *                     ]
                 *                   ]
                 *                 }
                 *               ],
                 *               "checks": [],
                 *               "evidence": [
                 *                 {
                 *                   "kind": "pixels",
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       64
                 *                     ],
                 *                     [
                 *                       420,
                 *                       102
                 *                     ],
                 *                     [
                 *                       120,
                 *                       102
                 *                     ]
                 *                   ]
                 *                 }
                 *               ]
                 *             },
                 *             "date": {
                 *               "kind": "seen",
                 *               "value": "2026-03-05",
                 *               "raw": "05.03.2026",
                 *               "confidence": 0.98,
                 *               "seenAt": [
                 *                 {
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       156
                 *                     ],
                 *                     [
                 *                       120,
                 *                       156
                 *                     ]
                 *                   ]
                 *                 }
                 *               ],
                 *               "checks": [],
                 *               "evidence": [
                 *                 {
                 *                   "kind": "pixels",
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       118
                 *                     ],
                 *                     [
                 *                       420,
                 *                       156
                 *                     ],
                 *                     [
                 *                       120,
                 *                       156
                 *                     ]
                 *                   ]
                 *                 }
                 *               ]
                 *             },
                 *             "total": {
                 *               "kind": "seen",
                 *               "value": "12.50",
                 *               "raw": "12,50",
                 *               "confidence": 0.98,
                 *               "seenAt": [
                 *                 {
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       578
                 *                     ],
                 *                     [
                 *                       120,
                 *                       578
                 *                     ]
                 *                   ]
                 *                 }
                 *               ],
                 *               "checks": [],
                 *               "evidence": [
                 *                 {
                 *                   "kind": "pixels",
                 *                   "page": 1,
                 *                   "box": [
                 *                     [
                 *                       120,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       540
                 *                     ],
                 *                     [
                 *                       420,
                 *                       578
                 *                     ],
                 *                     [
                 *                       120,
                 *                       578
                 *                     ]
                 *                   ]
                 *                 }
                 *               ]
                 *             }
                 *           },
                 *           "assignedTo": null,
                 *           "revision": 2,
                 *           "confirmedBy": null,
                 *           "confirmedAt": null,
                 *           "addedBy": null,
                 *           "createdAt": "2026-03-05T09:30:12.000Z",
                 *           "updatedAt": "2026-03-05T09:30:12.000Z"
                 *         },
                 *         "capture": {
                 *           "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *           "fileName": "receipt.jpg",
                 *           "title": "Corner Bakery",
                 *           "state": "read",
                 *           "failureCode": null,
                 *           "source": "camera",
                 *           "pageCount": 1,
                 *           "width": 1200,
                 *           "height": 1600,
                 *           "duplicateOf": null,
                 *           "recordCount": 1,
                 *           "reviewCount": 0,
                 *           "assignedTo": null,
                 *           "createdBy": {
                 *             "id": "01890a50-3b1f-7d02-8e55-2f0c9d7a1e44",
                 *             "name": "Ada Lovelace"
                 *           },
                 *           "createdAt": "2026-03-05T09:30:12.000Z",
                 *           "archivedAt": null,
                 *           "trashedAt": null,
                 *           "revision": 1,
                 *           "records": [],
                 *           "tags": [],
                 *           "noteCount": 0,
                 *           "sortedBy": {
                 *             "date": "2026-11-20",
                 *             "amount": 12.4,
                 *             "merchant": "cornerbakery",
                 *             "confidence": 0.97
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds: it arrived. 5xx, 408, 429 (with `Retry-After`), no answer and no trusted certificate: it is tried again after 5 s, 5 min, 30 min, 3 h, and then every 24 h four times. Any other answer, a redirect too, ends it until somebody replays or skips it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "capture.failed": {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every try: what came under it before is a repeat. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description One or more signatures, a space between: `v1,` and the HMAC-SHA256 (base64) of `{webhook-id}.{webhook-timestamp}.{body}` under the bytes that stand in base64 after `whsec_`. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "capture.failed",
                 *       "timestamp": "2026-03-05T09:30:12.000Z",
                 *       "sequence": 0,
                 *       "data": {
                 *         "capture": {
                 *           "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *           "fileName": "receipt.jpg",
                 *           "title": null,
                 *           "state": "failed",
                 *           "failureCode": "image.unreadable",
                 *           "source": "camera",
                 *           "pageCount": 1,
                 *           "width": 1200,
                 *           "height": 1600,
                 *           "duplicateOf": null,
                 *           "recordCount": 0,
                 *           "reviewCount": 0,
                 *           "assignedTo": null,
                 *           "createdBy": {
                 *             "id": "01890a50-3b1f-7d02-8e55-2f0c9d7a1e44",
                 *             "name": "Ada Lovelace"
                 *           },
                 *           "createdAt": "2026-03-05T09:30:12.000Z",
                 *           "archivedAt": null,
                 *           "trashedAt": null,
                 *           "revision": 1,
                 *           "records": [],
                 *           "tags": [],
                 *           "noteCount": 0,
                 *           "sortedBy": {
                 *             "date": "2026-11-20",
                 *             "amount": 12.4,
                 *             "merchant": "cornerbakery",
                 *             "confidence": 0.97
                 *           }
                 *         },
                 *         "page": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CaptureEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds: it arrived. 5xx, 408, 429 (with `Retry-After`), no answer and no trusted certificate: it is tried again after 5 s, 5 min, 30 min, 3 h, and then every 24 h four times. Any other answer, a redirect too, ends it until somebody replays or skips it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "watch.alarm": {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every try: what came under it before is a repeat. */
                "webhook-id": string;
                /** @description When it was sent, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description One or more signatures, a space between: `v1,` and the HMAC-SHA256 (base64) of `{webhook-id}.{webhook-timestamp}.{body}` under the bytes that stand in base64 after `whsec_`. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchEvent"];
            };
        };
        responses: {
            /** @description Any 2xx within 10 seconds: it arrived. 5xx, 408, 429 (with `Retry-After`), no answer and no trusted certificate: it is tried again after 5 s, 5 min, 30 min, 3 h, and then every 24 h four times. Any other answer, a redirect too, ends it until somebody replays or skips it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
