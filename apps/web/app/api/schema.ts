// Made by scripts/generate-openapi.js.

export interface paths {
    "/captures/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids: string[];
                        /** Format: uuid */
                        userId: string | null;
                    };
                };
            };
            responses: {
                /** @description Done. */
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/reread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids: string[];
                    };
                };
            };
            responses: {
                /** @description Done. */
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{move}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    move: "archive" | "unarchive" | "trash" | "restore";
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        ids: string[];
                    };
                };
            };
            responses: {
                /** @description Done. */
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/waits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description For about how long captures still wait to be read. */
        get: {
            parameters: {
                query: {
                    ids: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            captureId: string;
                            isReading: boolean;
                            seconds: number | null;
                            heldBy: string | null;
                        }[];
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Why pages could not be read, most frequent first. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FailureCause"][];
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/failures/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        code: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            pages: number;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What a bulk action would change and what not. A POST because thousands of ids fit no address; changes nothing. `namesFrom`: so many records of each list are known already, and the next are named. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        action: "archive" | "unarchive" | "trash" | "restore" | "assign" | "confirm" | "reject" | "reopen" | "reread" | "tag" | "untag";
                        /** Format: uuid */
                        userId?: string | null;
                        reason?: string;
                        tag?: string;
                        includeDoubtful?: boolean;
                        /** Format: date-time */
                        asOf?: string;
                        namesFrom?: number;
                        ids: string[];
                    } | {
                        /** @enum {string} */
                        action: "archive" | "unarchive" | "trash" | "restore" | "assign" | "confirm" | "reject" | "reopen" | "reread" | "tag" | "untag";
                        /** Format: uuid */
                        userId?: string | null;
                        reason?: string;
                        tag?: string;
                        includeDoubtful?: boolean;
                        /** Format: date-time */
                        asOf?: string;
                        namesFrom?: number;
                        filter: {
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
                        };
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: date-time */
                            asOf: string;
                            matching: number;
                            changing: number;
                            unchanged: number;
                            reasons: {
                                /** @enum {string} */
                                reason: "in_trash" | "archived_already" | "not_archived" | "not_in_trash" | "assigned_already" | "nothing_waits" | "second_person" | "only_doubtful" | "nothing_decided" | "exported" | "being_read" | "confirmed_already" | "tagged_already" | "too_many_tags" | "not_tagged";
                                count: number;
                            }[];
                            records: {
                                changing: number;
                                first: number;
                                named: components["schemas"]["BulkRecord"][];
                                doubtful: {
                                    records: number;
                                    fields: number;
                                    failedChecks: number;
                                    doubles: number;
                                    named: components["schemas"]["BulkRecord"][];
                                } | null;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        action: "archive" | "unarchive" | "trash" | "restore" | "assign" | "confirm" | "reject" | "reopen" | "reread" | "tag" | "untag";
                        /** Format: uuid */
                        userId?: string | null;
                        reason?: string;
                        tag?: string;
                        includeDoubtful?: boolean;
                        /** Format: date-time */
                        asOf?: string;
                        ids: string[];
                    } | {
                        /** @enum {string} */
                        action: "archive" | "unarchive" | "trash" | "restore" | "assign" | "confirm" | "reject" | "reopen" | "reread" | "tag" | "untag";
                        /** Format: uuid */
                        userId?: string | null;
                        reason?: string;
                        tag?: string;
                        includeDoubtful?: boolean;
                        /** Format: date-time */
                        asOf?: string;
                        filter: {
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
                        };
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            bulkActionId: string | null;
                            changed: number;
                            records: number | null;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/exports/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description What an export of these captures would hold, by type of record. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        filter: {
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
                        };
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            types: components["schemas"]["ExportChoice"][];
                            profiles: {
                                /** Format: uuid */
                                id: string;
                                name: string;
                                type: string;
                                exported: number;
                            }[];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Bulk actions of the last 30 days that can be undone, newest first. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            action: "archive" | "unarchive" | "trash" | "restore" | "assign" | "confirm" | "reject" | "reopen" | "reread" | "tag" | "untag";
                            count: number;
                            createdBy: components["schemas"]["Person"];
                            /** Format: date-time */
                            createdAt: string;
                        }[];
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bulk/{bulkActionId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    bulkActionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            undone: number;
                            kept: number;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The record to review after the open one, in the order of the list and within its filter. */
        get: {
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
                    after?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            captureId: string;
                            /** Format: uuid */
                            recordId: string;
                        } | null;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{recordId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    recordId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            alsoRead: components["schemas"]["Twin"][];
                            edits: components["schemas"]["RecordEdit"][];
                            decisions: components["schemas"]["RecordDecision"][];
                            deliveries: components["schemas"]["RecordDelivery"][];
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{recordId}/field": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    recordId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        revision: number;
                        field: string;
                        value: components["schemas"]["JsonValue"];
                        picked?: components["schemas"]["Picked"] | null;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecordDetail"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{recordId}/type": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Makes it a record of another type; values whose meaning is the same come along. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    recordId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        revision: number;
                        type: string;
                        plugin: string;
                        values: {
                            [key: string]: components["schemas"]["JsonValue"];
                        };
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecordDetail"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{captureId}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    captureId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        type: string;
                        plugin: string;
                        values: {
                            [key: string]: components["schemas"]["JsonValue"];
                        };
                        picked: {
                            [key: string]: components["schemas"]["Picked"];
                        };
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecordDetail"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/captures/{captureId}/regions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Reads a region of a page by itself, larger, for those who correct its records. Null: nothing can be read there. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    captureId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        x: number;
                        y: number;
                        width: number;
                        height: number;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                            lines: components["schemas"]["RegionLine"][];
                        } | null;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{recordId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    recordId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        revision: number;
                        despite?: ("same_number" | "same_amount" | "missing_number" | "other_iban" | "unusual_total" | "unknown_tax_rate")[];
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecordDetail"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{recordId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    recordId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        revision: number;
                        reason: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecordDetail"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/records/{recordId}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    recordId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        revision: number;
                        reason?: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecordDetail"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/{proposalId}/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    proposalId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            captureId: string;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proposals/{proposalId}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    proposalId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            captureId: string;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/list-table": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @description Keeps whether somebody looks at the list as a table, and with which columns. */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        isShown: boolean;
                        columns: {
                            [key: string]: string[];
                        };
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            types: {
                                type: string;
                                label: string;
                                usual: string[];
                                fields: {
                                    name: string;
                                    label: string;
                                    /** @enum {string} */
                                    type: "text" | "amount" | "number" | "date" | "time" | "currency" | "code" | "address" | "list" | "map" | "choice" | "boolean";
                                }[];
                            }[];
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
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pairings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["BegunPairing"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pairings/{pairingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description What became of a pairing this session began. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    pairingId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PairingProgress"];
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pairings/{pairingId}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description The answer of the computer. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    pairingId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        number: number;
                        isConfirmed: boolean;
                    };
                };
            };
            responses: {
                /** @description Done. */
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/region-profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        marked: {
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
                            fingerprint: {
                                /** @enum {number} */
                                version: 1;
                            } & {
                                [key: string]: unknown;
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
                        thumbnail: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RegionProfile"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/region-profiles/{regionProfileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    regionProfileId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        revision: number;
                        name?: string;
                        reads?: {
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
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RegionProfile"];
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
        trace?: never;
    };
    "/region-profiles/{regionProfileId}/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    regionProfileId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/region-profiles/{regionProfileId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    regionProfileId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RegionProfile"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        captureId: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            draftId: string;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/trials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The newest captures, to try what is being made on. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StudioInput"][];
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{draftId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        revision: number;
                        name: string;
                        marks: components["schemas"]["TemplateMark"][];
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            revision: number;
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
        trace?: never;
    };
    "/templates/{draftId}/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        revision: number;
                        captureId: string;
                        isExample: boolean;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            revision: number;
                            examples: components["schemas"]["TemplateExample"][];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{draftId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        revision: number;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            pluginId: string;
                            version: string;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drafts/open": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description A published version as a draft. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        source: "company" | "catalogue";
                        pluginId: string;
                        version: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            draftId: string;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drafts/measure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Runs a published version of the company on the fixtures there are by now. */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        pluginId: string;
                        version: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drafts/{draftId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The draft as it is kept: asked for where somebody else changed it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            revision: number;
                            manifestText: string;
                            source: string;
                            readme: string;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        revision: number;
                        manifestText: string;
                        source: string;
                        readme: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            revision: number;
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
        trace?: never;
    };
    "/drafts/{draftId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        revision: number;
                        notes: string;
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            version: string;
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drafts/{draftId}/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drafts/{draftId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/studio-inputs/{captureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A page with what was read of it, as a reader is given it. */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    captureId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["StudioInput"];
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drafts/{draftId}/fixtures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                        captureId: string;
                        settings: {
                            [key: string]: components["schemas"]["JsonValue"];
                        };
                        expected: components["schemas"]["ExpectedRecord"][];
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PluginFixture"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drafts/{draftId}/deleted-fixtures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            /** Format: date-time */
                            trashedAt: string;
                        }[];
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fixtures/{fixtureId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    fixtureId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        name: string;
                    } | {
                        expected: components["schemas"]["ExpectedRecord"][];
                    };
                };
            };
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PluginFixture"];
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
        trace?: never;
    };
    "/fixtures/{fixtureId}/trash": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    fixtureId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fixtures/{fixtureId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    fixtureId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Done. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PluginFixture"];
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
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plugins/{pluginId}/trial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Runs two versions on what was read of the newest pages. A line of JSON each: see `TrialLine`. */
        get: {
            parameters: {
                query?: {
                    from?: string;
                    "from-source"?: "company" | "catalogue";
                    to?: string;
                    "to-source"?: "company" | "catalogue";
                };
                header?: never;
                path: {
                    pluginId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description How far it is, then what came of it. */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/x-ndjson": string;
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
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Ids of what is another way now. */
        ChangedCaptures: {
            changed: string[];
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
        FailureCause: {
            code: string;
            pages: number;
            title: string;
        };
        BulkRecord: {
            /** Format: uuid */
            captureId: string;
            fileName: string;
            record: components["schemas"]["RecordSummary"];
            fields: string[];
            isDouble: boolean;
        };
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
        /** @enum {string} */
        RecordState: "needs_review" | "confirmed" | "rejected";
        ExportChoice: {
            type: string;
            label: string;
            confirmed: number;
            waiting: number;
            rejected: number;
            hasItems: boolean;
        };
        Person: {
            /** Format: uuid */
            id: string;
            name: string;
        };
        Twin: {
            plugin: string;
            type: string;
            text: string;
        };
        RecordEdit: {
            /** Format: uuid */
            id: string;
            field: string;
            from: components["schemas"]["JsonValue"];
            to: components["schemas"]["JsonValue"];
            picked: string | null;
            enlarged: number | null;
            editedBy: components["schemas"]["Person"];
            /** Format: date-time */
            editedAt: string;
        };
        JsonValue: import('@readout/plugin-kit').JsonValue;
        RecordDecision: {
            id: string;
            /** @enum {string} */
            decision: "confirmed" | "confirmed_first" | "confirmed_by_rule" | "rejected" | "reopened" | "exported";
            decidedBy: components["schemas"]["Person"] | null;
            /** Format: date-time */
            decidedAt: string;
            reason: string | null;
            failedChecks: string[];
        };
        RecordDelivery: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            targetId: string | null;
            targetName: string;
            /** @enum {string} */
            event: "record.confirmed" | "record.corrected" | "record.reopened";
            /** @enum {string} */
            state: "pending" | "retrying" | "delivered" | "failed" | "skipped";
            failure: string | null;
            /** Format: date-time */
            at: string;
        };
        RecordDetail: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            captureId: string;
            /** Format: uuid */
            readingId: string;
            plugin: string;
            pluginVersion: string;
            type: string;
            state: components["schemas"]["RecordState"];
            rejectedReason: string | null;
            confidence: number;
            fields: {
                [key: string]: components["schemas"]["ReviewedField"];
            };
            originalFields: {
                [key: string]: components["schemas"]["ReadField"];
            };
            companyChecks: components["schemas"]["CompanyCheck"][];
            needsSecondPerson: boolean;
            confirmations: number;
            firstConfirmedBy: components["schemas"]["Person"] | null;
            /** Format: date-time */
            firstConfirmedAt: string | null;
            assignedTo: components["schemas"]["Person"] | null;
            revision: number;
            confirmedBy: components["schemas"]["Person"] | null;
            /** Format: date-time */
            confirmedAt: string | null;
            addedBy: components["schemas"]["Person"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ReviewedField: {
            value: components["schemas"]["JsonValue"];
            raw: string;
            confidence: number;
            evidence: ({
                box: components["schemas"]["Quad"];
                line?: string;
                barcode?: string;
                from?: number;
                to?: number;
                page?: number;
            } | {
                file: string;
                path: string;
                from: number;
                to: number;
                page?: number;
            })[];
            checks: {
                name: string;
                passed: boolean;
                reason: string;
                /** @enum {string} */
                by?: "host";
                rule?: components["schemas"]["CheckRule"];
            }[];
            ambiguous?: components["schemas"]["JsonValue"][];
            edited?: boolean;
        };
        Quad: [
            [
                number,
                number
            ],
            [
                number,
                number
            ],
            [
                number,
                number
            ],
            [
                number,
                number
            ]
        ];
        CheckRule: import('@readout/plugin-kit').CheckRule;
        ReadField: {
            value: components["schemas"]["JsonValue"];
            raw: string;
            confidence: number;
            evidence: ({
                box: components["schemas"]["Quad"];
                line?: string;
                barcode?: string;
                from?: number;
                to?: number;
                page?: number;
            } | {
                file: string;
                path: string;
                from: number;
                to: number;
                page?: number;
            })[];
            checks: {
                name: string;
                passed: boolean;
                reason: string;
                /** @enum {string} */
                by?: "host";
                rule?: components["schemas"]["CheckRule"];
            }[];
            ambiguous?: components["schemas"]["JsonValue"][];
        };
        CompanyCheck: {
            /** @enum {string} */
            check: "same_number" | "same_amount" | "missing_number" | "other_iban" | "unusual_total" | "unknown_tax_rate";
            field: string;
            other?: {
                /** Format: uuid */
                recordId: string;
                /** Format: uuid */
                captureId: string;
            };
            missing?: {
                count: number;
                after: string;
            };
            before?: string;
            usual?: {
                from: number;
                to: number;
                count: number;
            };
            taxes?: {
                rates: number[];
                country: string;
                day: string;
            };
        };
        Picked: {
            readingId: string;
            parts: ({
                line: string;
                words: number[] | null;
                region?: string;
            } | {
                barcode: string;
            })[];
        };
        RegionLine: {
            id: string;
            text: string;
            box: components["schemas"]["Quad"];
            words: {
                text: string;
                box: components["schemas"]["Quad"];
                confidence: number;
            }[];
        };
        BegunPairing: {
            /** Format: uuid */
            pairingId: string;
            /** @description What the code holds. */
            address: string;
            /** Format: date-time */
            expiresAt: string;
        };
        PairingProgress: {
            /** @enum {string} */
            state: "open" | "claimed" | "confirmed" | "refused" | "over";
            phone: {
                name: string;
                browser: string;
                ipAddress: string;
                number: number;
            } | null;
        };
        RegionProfile: {
            /** Format: uuid */
            id: string;
            name: string;
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
            fingerprint: {
                /** @enum {number} */
                version: 1;
            } & {
                [key: string]: unknown;
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
            revision: number;
            createdBy: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        StudioInput: {
            /** Format: uuid */
            id: string;
            name: string;
            pageNumber: number;
            pageCount: number;
            width: number;
            height: number;
            /** Format: date-time */
            createdAt: string;
            input: components["schemas"]["ReaderInput"];
        };
        ReaderInput: import('@readout/plugin-kit').ReaderInput;
        TemplateMark: import('@readout/plugin-kit/template').TemplateMark;
        TemplateExample: {
            /** Format: uuid */
            captureId: string;
            captureName: string;
            reading: components["schemas"]["PluginReading"];
            locale: string;
            today: string;
        };
        PluginReading: import('@readout/plugin-kit').PluginReading;
        PluginFixture: {
            /** Format: uuid */
            id: string;
            name: string;
            /** Format: uuid */
            captureId: string | null;
            input: components["schemas"]["ReaderInput"];
            expected: components["schemas"]["ExpectedRecord"][];
        };
        ExpectedRecord: import('@readout/plugin-kit/expectation').ExpectedRecord;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
